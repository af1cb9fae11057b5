#include "apps/cli/study/compact_file.hpp"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace quincunx::cli {

namespace {

constexpr std::string_view magic{"\x28\xb5\x2f\xfd", 4};
constexpr std::size_t largest_frame = std::size_t{2} << 20U;
constexpr std::size_t sum_bytes = 8;

std::string bytes_of(std::uint64_t number) {
    std::string bytes;
    for (std::size_t i = 0; i < sum_bytes; ++i)
        bytes += static_cast<char>(static_cast<unsigned char>(number >> (i * sum_bytes)));
    return bytes;
}

/// Checks and reads blocks one after the other: each begins where the one before it ends.
class BlockReader {
  public:
    BlockReader(const DealList& deals, const RollingSum& sum) : deals_(deals), sum_(sum) {}

    void take(const Reading& reading, std::string_view content) {
        if (short_) reading.fail("the block before has too few deals to be followed by another one");
        if (content.size() < sum_bytes) reading.fail("the block is too short");
        const std::string_view body = content.substr(0, content.size() - sum_bytes);
        before_ = sum_;
        sum_.add_bytes(body);
        if (content.substr(body.size()) != bytes_of(sum_.value()))
            reading.fail(
                "the checksum is wrong: this block is damaged, or blocks before it are missing, "
                "doubled or out of order");
        if (const char* const wrong = read_block(body, block_)) reading.fail(wrong);
        if (block_.first != deals_.first() + done_)
            reading.fail(
                fmt::format("the block begins with deal {}, not {}", block_.first, deals_.first() + done_));
        if (block_.results.size() > deals_.size() - done_)
            reading.fail("there are more deals than the header says");
        done_ += block_.results.size();
        short_ = block_.results.size() < block_deals;
    }
    const DealBlock& block() const { return block_; }
    /// Number of deals up to the end of the block.
    std::uint64_t done() const { return done_; }
    /// Whether the block is not full, and so not final unless it is the last one.
    bool is_short() const { return short_; }
    /// The checksum up to the end of the block, and up to its beginning.
    const RollingSum& sum() const { return sum_; }
    const RollingSum& sum_before() const { return before_; }

  private:
    const DealList& deals_;
    RollingSum sum_;
    RollingSum before_;
    DealBlock block_;
    std::uint64_t done_ = 0;
    bool short_ = false;
};

void take_all(const BlockReader& blocks, const DealList& deals, const OnResult& take) {
    const DealBlock& block = blocks.block();
    std::uint64_t place = blocks.done() - block.results.size();
    for (const Result& result : block.results) take(deals.text(place++), result);
}

/// The header's line, without its line feed, out of the first frame.
std::string_view header_line(const Reading& reading, const FileKind& kind, std::string_view content) {
    if (!content.ends_with('\n')) fail_without_header(reading, kind);
    return content.substr(0, content.size() - 1);
}

}  // namespace

bool is_compact(const std::string& name) {
    if (name == "-") return false;
    File file = File::for_reading(name);
    if (!file.regular()) return false;
    std::string start(magic.size(), '\0');
    start.resize(file.read(start.data(), start.size()));
    return start == magic;
}

void CompactWriter::Free::operator()(ZSTD_CCtx_s* context) const {
    ZSTD_freeCCtx(context);
}

CompactWriter::CompactWriter() : context_(ZSTD_createCCtx()) {
    if (!context_) throw std::bad_alloc();
    // What can be gained lies in how often each byte occurs; looking longer for repetitions finds none.
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
}

std::string CompactWriter::frame(const std::vector<std::string>& pieces) {
    const auto check = [](std::size_t code) {
        if (ZSTD_isError(code) != 0) refuse(std::string("zstd: ") + ZSTD_getErrorName(code));
        return code;
    };
    const std::size_t size =
        std::accumulate(pieces.begin(), pieces.end(), std::size_t{0},
                        [](std::size_t sum, const std::string& piece) { return sum + piece.size(); });
    check(ZSTD_CCtx_setPledgedSrcSize(context_.get(), size));
    std::string frame;
    std::vector<char> buffer(ZSTD_CStreamOutSize());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        // Each piece has bytes of its own kind. Flushed, it gets codes of its own, too: that is a fifth less.
        const ZSTD_EndDirective how = i + 1 == pieces.size() ? ZSTD_e_end : ZSTD_e_flush;
        ZSTD_inBuffer in{pieces[i].data(), pieces[i].size(), 0};
        for (std::size_t left = 1; left != 0;) {
            ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
            left = check(ZSTD_compressStream2(context_.get(), &out, &in, how));
            frame.append(buffer.data(), out.pos);
        }
    }
    return frame;
}

std::string CompactWriter::header(std::string_view line) {
    return frame({sum_.sealed(line)});
}

std::string CompactWriter::add(const Result& result) {
    block_.results.push_back(result);
    if (block_.results.size() < block_deals) return {};
    std::string full = frame();
    block_.first += block_.results.size();
    block_.results.clear();
    return full;
}

std::string CompactWriter::frame() {
    std::vector<std::string> pieces = block_pieces(block_);
    for (const std::string& piece : pieces) sum_.add_bytes(piece);
    pieces.back() += bytes_of(sum_.value());
    return frame(pieces);
}

void CompactReader::Free::operator()(ZSTD_DCtx_s* context) const {
    ZSTD_freeDCtx(context);
}

CompactReader::CompactReader(File& file) : file_(file), context_(ZSTD_createDCtx()) {
    if (!context_) throw std::bad_alloc();
}

Failure CompactReader::failure(const std::string& why) const {
    const std::string where = number_ <= 1 ? "header" : fmt::format("block {}", number_ - 1);
    return {Exit::misuse, fmt::format("{}: {}: {}", file_.name(), where, why)};
}

bool CompactReader::read() {
    constexpr std::size_t piece = std::size_t{1} << 18U;
    buffer_.erase(0, std::exchange(start_, 0));
    const std::size_t size = buffer_.size();
    buffer_.resize(size + piece);
    const std::size_t got = file_.read(buffer_.data() + size, piece);
    buffer_.resize(size + got);
    return got > 0;
}

void CompactReader::check_frame(std::string_view frame) const {
    constexpr unsigned settings = 0x1f;       // of the frame, but for the size of its fields
    constexpr unsigned only_checksum = 0x04;  // the content has a checksum, and nothing else is special
    constexpr unsigned first_setting = 4;
    if (frame.size() > first_setting &&
        (static_cast<unsigned char>(frame[first_setting]) & settings) != only_checksum)
        fail("this is not a frame of a compact file");
}

/// Whether the frame has the shortest header for its content, and its blocks are no longer than that (RFC 8878, 3.1.1).
bool CompactReader::blocks_fit(unsigned long long content) const {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(buffer_[at]); };
    if (content > largest_frame) return false;
    constexpr unsigned long long smallest_window = 1 << 18;  // so much content is always one segment
    const unsigned field = byte(4) >> 6U;                    // that has the size
    const bool single = (byte(4) & 0x20U) != 0;
    if (field != (content < 256 ? 0U : content < 65536 + 256 ? 1U : 2U)) return false;
    if (!single && content <= smallest_window) return false;
    std::size_t at = (single ? 5 : 6) + (field == 0 ? 1U : 1U << field);
    if (whole_but_for_a_bit(8 * 4 + 5, 8 * 5)) return false;  // those that say how long the header is
    unsigned long long sum = 0;
    while (at + 3 <= buffer_.size() && sum <= content) {
        if (whole_but_for_a_bit(8 * at, 8 * at + 24)) return false;
        const unsigned header = byte(at) | unsigned{byte(at + 1)} << 8U | unsigned{byte(at + 2)} << 16U;
        const bool repeated = (header >> 1U & 3U) == 1;
        const std::size_t size = repeated ? 1 : header >> 3U;
        sum += size;
        at += 3 + size;
        if ((header & 1U) != 0) break;  // the last one
    }
    return sum <= content;
}

/// Whether the frame would be whole if one bit from this one up to that one were another.
bool CompactReader::whole_but_for_a_bit(std::size_t from, std::size_t to) const {
    std::string frame = buffer_;
    std::string content(largest_frame, '\0');
    for (std::size_t bit = from; bit < to && bit < 8 * frame.size(); ++bit) {
        const auto flip = [&] { frame[bit / 8] = static_cast<char>(frame[bit / 8] ^ 1 << bit % 8); };
        flip();
        if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) == frame.size() &&
            ZSTD_isError(ZSTD_decompressDCtx(context_.get(), content.data(), content.size(), frame.data(),
                                             frame.size())) == 0)
            return true;
        flip();
    }
    return false;
}

bool CompactReader::could_be_cut_off() const {
    const auto content = [&](std::size_t at) {
        return ZSTD_getFrameContentSize(buffer_.data() + at, buffer_.size() - at);
    };
    // What is there of it is what the beginning of our frames looks like, and contains no other frame.
    if (content(0) != ZSTD_CONTENTSIZE_ERROR && !blocks_fit(content(0))) return false;
    for (std::size_t at = buffer_.find(magic, 1); at != std::string::npos; at = buffer_.find(magic, at + 1))
        if (content(at) <= largest_frame) return false;
    return true;
}

std::optional<std::string_view> CompactReader::next() {
    ++number_;
    while (true) {
        const std::string_view there = std::string_view(buffer_).substr(start_);
        if (!magic.starts_with(there.substr(0, magic.size()))) fail("this is not a frame of a compact file");
        check_frame(there);
        const std::size_t size = ZSTD_findFrameCompressedSize(there.data(), there.size());
        if (ZSTD_isError(size) == 0) {
            const unsigned long long content = ZSTD_getFrameContentSize(there.data(), there.size());
            if (content > largest_frame || size > largest_frame)
                fail("the frame is damaged: it is too large");
            content_.resize(static_cast<std::size_t>(content));
            const std::size_t got =
                ZSTD_decompressDCtx(context_.get(), content_.data(), content_.size(), there.data(), size);
            if (ZSTD_isError(got) != 0) fail(std::string("the frame is damaged: ") + ZSTD_getErrorName(got));
            if (got != content) fail("the frame is damaged: its size is wrong");
            start_ += size;
            before_ = good_;
            good_ += size;
            return content_;
        }
        if (!there.empty() && ZSTD_getErrorCode(size) != ZSTD_error_srcSize_wrong)
            fail(std::string("the frame is damaged: ") + ZSTD_getErrorName(size));
        if (there.size() > largest_frame) fail("the frame is damaged: it is too large");
        if (read()) continue;
        if (!could_be_cut_off()) fail("the frame is damaged: its size is wrong");
        return std::nullopt;
    }
}

CompactFile::CompactFile(const std::string& name, const FileKind& kind, const Json& header,
                         const DealList& deals, const Manner& manner, const OnResult& take)
    : file_(File::for_update(name)) {
    writer_.block().first = deals.first();
    if (!file_.regular()) refuse(file_.name() + ": only a file can be compact");
    if (!file_.lock()) refuse(file_.name() + ": another process is writing to it");
    if (file_.size() == 0) {
        start(json_text(header));
    } else if (!manner.resume) {
        refuse(file_.name() + ": already exists; continue it with --resume");
    } else {
        resume(kind, header, deals, manner, take);
    }
}

void CompactFile::start(std::string_view header) {
    const std::string frame = writer_.header(header);
    file_.append(frame);
    whole_ = written_ = frame.size();
}

void CompactFile::resume(const FileKind& kind, const Json& header, const DealList& deals,
                         const Manner& manner, const OnResult& take) {
    CompactReader reader(file_);
    const std::optional<std::string_view> first = reader.next();
    if (!first) {  // cut off before the header was complete
        if (!CompactWriter().header(json_text(header)).starts_with(reader.rest()))
            fail_without_header(reader, kind);
        file_.cut(0);
        start(json_text(header));
        return;
    }
    RollingSum sum;
    const FileHeader there = read_header(reader, kind, header_line(reader, kind, *first), sum);
    check_header(reader, kind, there, header, manner);
    BlockReader blocks(deals, sum);
    whole_ = reader.good();
    writer_.set_sum(sum);
    while (const std::optional<std::string_view> content = reader.next()) {
        blocks.take(reader, *content);
        take_all(blocks, deals, take);
        whole_ = reader.good();
        writer_.set_sum(blocks.sum());
    }
    written_ = reader.good();
    file_.cut(written_);
    writer_.block().first += blocks.done();
    if (blocks.is_short() && blocks.done() < deals.size()) {
        // The last block is not full: it is filled now, and then replaced.
        writer_.block() = blocks.block();
        settled_ = blocks.block().results.size();
        whole_ = reader.before();
        writer_.set_sum(blocks.sum_before());
    }
}

void CompactFile::add(std::string_view frames) {
    if (written_ > whole_) {
        file_.expect(written_);
        file_.cut(whole_);
    }
    file_.append(frames);
    whole_ += frames.size();
    written_ = whole_;
    settled_ = 0;
}

bool CompactFile::settle(bool last) {
    constexpr std::chrono::seconds between(30);
    const std::size_t deals = writer_.block().results.size();
    if (deals == settled_) return false;
    if (!last && Clock::now() - settled_at_ < between) return false;
    const RollingSum before = writer_.sum();
    const std::string frame = writer_.frame();
    writer_.set_sum(before);
    const std::uint64_t whole = whole_;
    add(frame);
    whole_ = whole;
    settled_ = deals;
    settled_at_ = Clock::now();
    return true;
}

CompactRead read_compact(const std::string& name, const FileKind& kind,
                         const std::function<void(const Reading&, const FileHeader&)>& on_header,
                         const OnResult& take) {
    File file = File::for_reading(name);
    CompactReader reader(file);
    const std::optional<std::string_view> first = reader.next();
    if (!first) fail_without_header(reader, kind);
    CompactRead result;
    RollingSum sum;
    result.header = read_header(reader, kind, header_line(reader, kind, *first), sum);
    const ExpectedDeals expected(reader, result.header);
    if (!expected.range()) reader.fail("the header does not name a range");
    const DealList& deals = *expected.range();
    on_header(reader, result.header);
    BlockReader blocks(deals, sum);
    while (const std::optional<std::string_view> content = reader.next()) {
        blocks.take(reader, *content);
        take_all(blocks, deals, take);
    }
    result.deals = blocks.done();
    result.cut_off = reader.cut_off();
    return result;
}

}  // namespace quincunx::cli
