// The memory of the table's modules, which need little of it. Blocks have sizes that are powers of two; one that is given
// back is used again for its size, and blocks are neither divided nor joined. The C library's own allocator takes 2.2 kB
// more over the wire, for which every visitor waits.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>

extern "C" const std::byte __heap_base;  // where the linker's own memory ends

namespace {

/// A block that was given back.
struct Block {
    Block* next;
};

constexpr std::size_t page_bytes = 65536;
constexpr std::size_t most_bytes = std::size_t{1} << 30U;
/// Stands before each block, and new blocks are placed so that what follows it is aligned.
struct Header {
    int order;  ///< the logarithm of the size, header included
};
constexpr std::uintptr_t alignment = alignof(std::max_align_t);

std::array<Block*, 31> unused{};  ///< by order
std::uintptr_t end = 0;           ///< where the next new block begins, header included

}  // namespace

void* operator new(std::size_t size) {
    if (size > most_bytes - sizeof(Header)) __builtin_trap();
    const int order = std::max(std::bit_width(size + sizeof(Header) - 1), std::bit_width(alignment - 1));
    Block*& first = unused[static_cast<std::size_t>(order)];
    if (first != nullptr) {
        Block* const block = first;
        first = block->next;
        return block;
    }
    if (end == 0)
        end = (reinterpret_cast<std::uintptr_t>(&__heap_base) + sizeof(Header) + alignment - 1) / alignment *
                  alignment -
              sizeof(Header);
    auto* const header = reinterpret_cast<Header*>(end);
    end += std::size_t{1} << static_cast<unsigned>(order);
    const std::size_t pages = (end + page_bytes - 1) / page_bytes;
    const std::size_t had = __builtin_wasm_memory_size(0);
    if (pages > had && __builtin_wasm_memory_grow(0, pages - had) == ~std::size_t{0}) __builtin_trap();
    header->order = order;
    return header + 1;
}

void operator delete(void* memory) noexcept {
    if (memory == nullptr) return;
    auto* const block = static_cast<Block*>(memory);
    Block*& first = unused[static_cast<std::size_t>(static_cast<Header*>(memory)[-1].order)];
    block->next = first;
    first = block;
}

void operator delete(void* memory, std::size_t /*size*/) noexcept {
    operator delete(memory);
}
