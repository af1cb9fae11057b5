#include "apps/cli/page.hpp"

#include <algorithm>
#include <vector>

#include "engine/text.hpp"

namespace quincunx::cli {

namespace {

constexpr std::string_view bold_on = "\x1b[1m";
constexpr std::string_view bold_off = "\x1b[0m";

/// A block between blank lines: its text, and the prefix that starts its first line and indents the others.
struct Block {
    bool heading = false;
    bool close = false;  ///< no blank line before it
    std::size_t indent = 0;
    std::string bullet{};
    std::string text{};
};

bool is_bullet(std::string_view line) {
    return line.starts_with("- ") || line.starts_with("* ");
}

std::vector<Block> read_blocks(std::string_view markdown) {
    std::vector<Block> blocks;
    bool open = false;  // the last block continues
    for (const std::string_view line : split_lines(markdown)) {
        const std::size_t indent = line.find_first_not_of(' ');
        if (indent == std::string_view::npos) {
            open = false;
            continue;
        }
        const std::string_view text = line.substr(indent);
        if (text.starts_with('#')) {
            const std::size_t start = std::min(text.find_first_not_of("# "), text.size());
            blocks.push_back({.heading = true, .text = std::string(text.substr(start))});
            open = false;
        } else if (is_bullet(text)) {
            const bool close = open || (!blocks.empty() && !blocks.back().bullet.empty());
            blocks.push_back(
                {.close = close, .indent = indent, .bullet = "- ", .text = std::string(text.substr(2))});
            open = true;
        } else if (open) {
            blocks.back().text += ' ';
            blocks.back().text += text;
        } else {
            blocks.push_back({.indent = indent, .text = std::string(text)});
            open = true;
        }
    }
    return blocks;
}

/// The text without Markdown markup; `\1` and `\2` mark where bold words begin and end.
std::string without_marks(std::string_view text) {
    std::string plain;
    bool strong = false;
    bool code = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '`') {
            code = !code;
        } else if (!code && text.substr(i).starts_with("**")) {
            plain += strong ? '\2' : '\1';
            strong = !strong;
            ++i;
        } else if (!code && text[i] == '[') {
            const std::size_t middle = text.find("](", i);
            const std::size_t last = middle == std::string_view::npos ? middle : text.find(')', middle);
            if (last == std::string_view::npos) {
                plain += text[i];
                continue;
            }
            plain += without_marks(text.substr(i + 1, middle - i - 1));
            i = last;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

/// The columns that a text takes up: bold marks take none, and each UTF-8 character takes one.
std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return c != '\1' && c != '\2' && (c & 0xc0) != 0x80; }));
}

/// Breaks lines and turns bold marks into ANSI codes. Codes are closed at the end of each line.
class Writer {
  public:
    Writer(int width, bool styled) : width_(static_cast<std::size_t>(width)), styled_(styled) {}

    void write(const Block& block) {
        if (!text_.empty() && !block.close) text_ += '\n';
        begin(std::string(block.indent, ' ') + block.bullet);
        const std::string rest(block.indent + block.bullet.size(), ' ');
        std::string plain = without_marks(block.text);
        if (block.heading) plain = '\1' + plain + '\2';
        bool first = true;
        for (const Word& word : split_words(plain)) {
            const std::size_t size = columns(word.text);
            if (!first && at_ + 1 + size > width_) {
                end();
                begin(rest);
            } else if (!first) {
                text_ += ' ';
                ++at_;
            }
            first = false;
            add(word.text);
            at_ += size;
        }
        end();
    }
    std::string text() && { return std::move(text_); }

  private:
    void begin(const std::string& start) {
        text_ += start;
        at_ = start.size();
        if (strong_) code(bold_on);
    }
    void end() {
        if (strong_) code(bold_off);
        text_ += '\n';
    }
    void add(std::string_view word) {
        for (const char c : word) {
            if (c == '\1' || c == '\2') {
                strong_ = c == '\1';
                code(strong_ ? bold_on : bold_off);
            } else {
                text_ += c;
            }
        }
    }
    void code(std::string_view code) {
        if (styled_) text_ += code;
    }

    std::size_t width_;
    bool styled_;
    bool strong_ = false;
    std::size_t at_ = 0;
    std::string text_;
};

}  // namespace

std::string render_page(std::string_view markdown, int width, bool styled) {
    Writer writer(width, styled);
    for (const Block& block : read_blocks(markdown)) writer.write(block);
    return std::move(writer).text();
}

}  // namespace quincunx::cli
