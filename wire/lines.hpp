#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace quincunx::wire {

/// The most bytes that a line of the protocol may have, not counting its end.
inline constexpr std::size_t max_line_bytes = std::size_t{64} << 10;

/// A line as it was read.
struct Line {
    std::string text;       ///< without LF or CRLF; empty if too long
    bool too_long = false;  ///< over `max_line_bytes`
};

/// Splits bytes that arrive in pieces into lines, without storing more of a line than is allowed.
class LineBuffer {
  public:
    void feed(std::string_view bytes) {
        while (!bytes.empty()) {
            const std::size_t end = bytes.find('\n');
            add(bytes.substr(0, end));
            if (end == std::string_view::npos) return;
            close();
            bytes.remove_prefix(end + 1);
        }
    }
    /// The input has ended: whatever is left counts as a line.
    void finish() {
        if (!open_.empty() || too_long_) close();
    }
    bool empty() const { return lines_.empty(); }
    std::size_t size() const { return lines_.size(); }
    /// The next line; there must be one.
    const Line& front() const { return lines_.front(); }
    /// The next line; there must be one.
    Line take() {
        Line line = std::move(lines_.front());
        lines_.pop_front();
        return line;
    }

  private:
    void add(std::string_view piece) {
        // One byte more than the limit, for a carriage return.
        if (too_long_ || piece.size() > max_line_bytes + 1 - open_.size()) {
            too_long_ = true;
            open_.clear();
        } else {
            open_ += piece;
        }
    }
    void close() {
        if (open_.ends_with('\r')) open_.pop_back();
        if (open_.size() > max_line_bytes) too_long_ = true;
        if (too_long_) open_.clear();
        lines_.push_back({std::move(open_), too_long_});
        open_.clear();
        too_long_ = false;
    }

    std::deque<Line> lines_;
    std::string open_;
    bool too_long_ = false;
};

}  // namespace quincunx::wire
