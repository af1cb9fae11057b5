#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/file.hpp"
#include "apps/cli/study/compact_block.hpp"
#include "apps/cli/study/file_header.hpp"
#include "apps/cli/study/results_file.hpp"
#include "apps/cli/study/rolling_sum.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

/// Files with a few bytes for each deal (docs/notation.md, "Compact files"). Apart from the frames of Zstandard
/// and the blocks in them they are like files of lines: headers and checksums are the same.
namespace quincunx::cli {

/// Whether a file begins like a frame of Zstandard. False for what is not a file, which can be read only once.
bool is_compact(const std::string& name);

/// Makes the frames of a file: first the header, then the blocks.
class CompactWriter {
  public:
    CompactWriter();
    std::string header(std::string_view line);
    /// The block that is being filled.
    DealBlock& block() { return block_; }
    /// Takes the next result; returns the frame of its block once that is full, otherwise nothing.
    std::string add(const Result& result);
    /// The frame of the block as far as it is filled.
    std::string frame();
    /// Starts or continues from the checksum of what is there.
    void set_sum(const RollingSum& sum) { sum_ = sum; }
    const RollingSum& sum() const { return sum_; }

  private:
    struct Free {
        void operator()(ZSTD_CCtx_s* context) const;
    };

    std::string frame(const std::vector<std::string>& pieces);

    std::unique_ptr<ZSTD_CCtx_s, Free> context_;
    RollingSum sum_;
    DealBlock block_;
};

/// The frames of a file, read one after the other.
class CompactReader : public Reading {
  public:
    explicit CompactReader(File& file);

    /// The content of the next frame, or nothing at the end or if the last frame is incomplete.
    std::optional<std::string_view> next();
    /// Whether something follows the last whole frame, once `next` has returned nothing.
    bool cut_off() const { return start_ < buffer_.size(); }
    /// What that is.
    std::string_view rest() const { return std::string_view(buffer_).substr(start_); }
    /// The number of bytes before the frame taken last, and up to its end.
    std::uint64_t before() const { return before_; }
    std::uint64_t good() const { return good_; }

  protected:
    /// About the frame taken last, or the one that could not be taken.
    Failure failure(const std::string& why) const override;

  private:
    struct Free {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    bool read();
    void check_frame(std::string_view frame) const;
    /// Whether what is left at the end of the file can be the beginning of a frame, rather than a damaged one.
    bool could_be_cut_off() const;
    bool blocks_fit(unsigned long long content) const;
    bool whole_but_for_a_bit(std::size_t from, std::size_t to) const;

    File& file_;
    std::unique_ptr<ZSTD_DCtx_s, Free> context_;
    std::string buffer_;
    std::size_t start_ = 0;  ///< of what has not been taken yet
    std::string content_;
    std::uint64_t before_ = 0;
    std::uint64_t good_ = 0;
    std::uint64_t number_ = 0;
};

/// What is called for each deal read.
using OnResult = std::function<void(const std::string& deal, const Result&)>;

/// A file that is open for writing.
class CompactFile : public ResultsFile {
  public:
    /// Starts a file, or continues one that was started with an equal header: `take` gets every deal that is
    /// there, and an incomplete last block is removed. Throws if the file is something else.
    CompactFile(const std::string& name, const FileKind& kind, const Json& header, const DealList& deals,
                const Manner& manner, const OnResult& take);

    std::string sealed(const std::string& result) override { return writer_.add(unpacked(result)); }
    void add(std::string_view frames) override;
    bool settle(bool last) override;
    void sync() override { file_.sync(); }

  private:
    void start(std::string_view header);
    void resume(const FileKind& kind, const Json& header, const DealList& deals, const Manner& manner,
                const OnResult& take);

    File file_;
    CompactWriter writer_;
    std::uint64_t whole_ = 0;    ///< bytes up to the end of the last block that is full
    std::uint64_t written_ = 0;  ///< bytes that are there
    std::size_t settled_ = 0;    ///< deals in a block that is not full, but has been written
    Clock::time_point settled_at_ = Clock::now();
};

/// What reading a compact file has shown.
struct CompactRead {
    std::uint64_t deals = 0;
    FileHeader header;
    bool cut_off = false;  ///< the last block is incomplete; it was not read
};

/// Reads and checks a file: `on_header`, then `take` for each deal. Throws if something is wrong.
CompactRead read_compact(const std::string& name, const FileKind& kind,
                         const std::function<void(const Reading&, const FileHeader&)>& on_header,
                         const OnResult& take);

}  // namespace quincunx::cli
