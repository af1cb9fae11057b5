#include "session/player/automatic.hpp"

namespace quincunx {

std::string_view to_text(Automatic mode) {
    switch (mode) {
        case Automatic::never:
            return "never";
        case Automatic::safe:
            return "safe";
        case Automatic::all:
            return "all";
    }
    return {};
}

std::optional<Automatic> automatic_from_text(std::string_view text) {
    for (const Automatic mode : {Automatic::never, Automatic::safe, Automatic::all})
        if (text == to_text(mode)) return mode;
    return std::nullopt;
}

}  // namespace quincunx
