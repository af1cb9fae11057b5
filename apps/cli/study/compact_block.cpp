#include "apps/cli/study/compact_block.hpp"

#include <algorithm>
#include <limits>

namespace quincunx::cli {

namespace {

using advice::Verdict;

constexpr unsigned bits_of_byte = 8;
constexpr unsigned bits_of_group = 7;
constexpr unsigned char more_follow = 0x80;
constexpr std::uint64_t large = 255;  ///< the byte of a number that does not fit into one

void add_fixed(std::string& bytes, std::uint64_t number, unsigned size) {
    for (unsigned i = 0; i < size; ++i)
        bytes += static_cast<char>(static_cast<unsigned char>(number >> (i * bits_of_byte)));
}

void add_varint(std::string& bytes, std::uint64_t number) {
    for (; number >= more_follow; number >>= bits_of_group)
        bytes += static_cast<char>(static_cast<unsigned char>(number | more_follow));
    bytes += static_cast<char>(number);
}

/// Takes numbers from bytes. Once something is wrong, all numbers are 0.
class Bytes {
  public:
    explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

    bool good() const { return good_; }
    bool over() const { return at_ == bytes_.size(); }
    std::uint64_t fixed(unsigned size) {
        std::uint64_t number = 0;
        for (unsigned i = 0; i < size; ++i) number |= std::uint64_t{byte()} << (i * bits_of_byte);
        return number;
    }
    std::uint64_t varint() {
        std::uint64_t number = 0;
        for (unsigned shift = 0;; shift += bits_of_group) {
            const unsigned char next = byte();
            const std::uint64_t bits = next & ~unsigned{more_follow};
            // Too long, too large, or longer than it need be.
            if (!good_ || shift > 63 || (bits << shift) >> shift != bits || (next == 0 && shift > 0))
                return bad();
            number |= bits << shift;
            if ((next & more_follow) == 0) return number;
        }
    }
    unsigned char byte() {
        if (!good_ || over()) return static_cast<unsigned char>(bad());
        return static_cast<unsigned char>(bytes_[at_++]);
    }

  private:
    std::uint64_t bad() {
        good_ = false;
        return 0;
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
    bool good_ = true;
};

template <class Wanted>
void add_list(std::string& bytes, const std::vector<Result>& results, Wanted&& wanted) {
    add_varint(bytes, static_cast<std::uint64_t>(std::count_if(results.begin(), results.end(), wanted)));
    std::size_t before = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!wanted(results[i])) continue;
        add_varint(bytes, i - before);
        before = i;
    }
}

/// Calls `take` for each result of a list; it says whether the deal may be in it.
template <class Take>
bool read_list(Bytes& bytes, std::vector<Result>& results, Take&& take) {
    const std::uint64_t count = bytes.varint();
    if (count > results.size()) return false;
    std::uint64_t place = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t step = bytes.varint();
        if (!bytes.good() || (i > 0 && step == 0) || step >= results.size() - place) return false;
        place += step;
        if (!take(results[static_cast<std::size_t>(place)])) return false;
    }
    return bytes.good();
}

/// Adds two pieces: a byte for each number, and what does not fit into it.
class Numbers {
  public:
    void add(std::uint64_t number) {
        small_ += static_cast<char>(static_cast<unsigned char>(std::min(number, large)));
        if (number >= large) add_varint(rest_, number - large);
    }
    void move_to(std::vector<std::string>& pieces) {
        pieces.push_back(std::move(small_));
        pieces.push_back(std::move(rest_));
    }

  private:
    std::string small_;
    std::string rest_;
};

/// Reads a number for each result that is wanted.
template <class Wanted>
bool read_numbers(Bytes& bytes, std::vector<Result>& results, std::uint64_t Result::* number,
                  Wanted&& wanted) {
    for (Result& result : results)
        if (wanted(result)) result.*number = bytes.byte();
    for (Result& result : results) {
        if (!wanted(result) || result.*number != large) continue;
        const std::uint64_t rest = bytes.varint();
        if (rest > std::numeric_limits<std::uint64_t>::max() - large) return false;
        result.*number += rest;
    }
    return bytes.good();
}

bool is_won(const Result& result) {
    return result.verdict == Verdict::winnable;
}

}  // namespace

std::vector<std::string> block_pieces(const DealBlock& block) {
    std::string head;
    add_fixed(head, block.first, 8);
    add_fixed(head, block.results.size(), 4);
    add_list(head, block.results, [](const Result& one) { return one.verdict == Verdict::unwinnable; });
    add_list(head, block.results, [](const Result& one) { return one.verdict == Verdict::unknown; });
    add_list(head, block.results, [](const Result& one) { return one.defective; });
    Numbers moves;
    Numbers nodes;
    for (const Result& result : block.results) {
        if (is_won(result)) moves.add(result.moves);
        nodes.add(result.nodes);
    }
    std::vector<std::string> pieces{std::move(head)};
    moves.move_to(pieces);
    nodes.move_to(pieces);
    return pieces;
}

const char* read_block(std::string_view text, DealBlock& block) {
    Bytes bytes(text);
    block.first = bytes.fixed(8);
    const std::uint64_t count = bytes.fixed(4);
    if (!bytes.good() || count == 0 || count > block_deals) return "the block has no number of deals";
    block.results.assign(static_cast<std::size_t>(count), {Verdict::winnable, false, 0, 0});
    const auto mark = [](Verdict verdict) {
        return [verdict](Result& result) {
            if (!is_won(result)) return false;
            result.verdict = verdict;
            return true;
        };
    };
    if (!read_list(bytes, block.results, mark(Verdict::unwinnable)) ||
        !read_list(bytes, block.results, mark(Verdict::unknown)) ||
        !read_list(bytes, block.results, [](Result& result) {
            result.defective = true;
            return result.verdict == Verdict::unknown;
        }))
        return "the lists of lost and unknown deals are not right";
    if (!read_numbers(bytes, block.results, &Result::moves, is_won) ||
        !read_numbers(bytes, block.results, &Result::nodes, [](const Result&) { return true; }))
        return "the numbers of moves and nodes are not right";
    if (std::any_of(block.results.begin(), block.results.end(),
                    [](const Result& result) { return is_won(result) && result.moves == 0; }))
        return "a deal is said to be won in no moves";
    return bytes.over() ? nullptr : "the block has more bytes than it should";
}

std::string packed(const Result& result) {
    std::string bytes;
    bytes += static_cast<char>(static_cast<unsigned>(result.verdict) * 2 + (result.defective ? 1U : 0U));
    add_varint(bytes, result.moves);
    add_varint(bytes, result.nodes);
    return bytes;
}

Result unpacked(std::string_view text) {
    Bytes bytes(text);
    const unsigned char kind = bytes.byte();
    Result result{static_cast<Verdict>(kind / 2), kind % 2 == 1, 0, 0};
    result.moves = bytes.varint();
    result.nodes = bytes.varint();
    return result;
}

}  // namespace quincunx::cli
