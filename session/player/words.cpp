#include "session/player/words.hpp"

namespace quincunx {

std::string filled(std::string_view text, const Parameters& parameters) {
    std::string result(text);
    for (const auto& [name, value] : parameters) {
        const std::string mark = '{' + name + '}';
        for (std::size_t at = result.find(mark); at != std::string::npos;
             at = result.find(mark, at + value.size()))
            result.replace(at, mark.size(), value);
    }
    return result;
}

}  // namespace quincunx
