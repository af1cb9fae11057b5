#include <algorithm>

#include "wire/table/table_answers.hpp"

namespace quincunx::wire {

std::string_view to_text(PileKind kind) {
    switch (kind) {
        case PileKind::foundation:
            return "foundation";
        case PileKind::tableau:
            return "tableau";
        case PileKind::reserve:
            return "reserve";
        case PileKind::waste:
            return "waste";
        case PileKind::stock:
            return "stock";
    }
    return {};
}

int most_dealt(const Rules& rules, PileKind kind) {
    const Layout layout(rules);
    int most = 0;
    for (int number = 0; number < layout.count(kind); ++number)
        most = std::max(most, dealt_sizes(rules)[static_cast<std::size_t>(index(layout.pile(kind, number)))]);
    return most;
}

JsonWriter ok(const Rules* rules) {
    JsonWriter json(rules);
    json.begin_object().member("ok", true);
    return json;
}

std::string failed(const Failure& failure) {
    JsonWriter json;
    json.begin_object().member("ok", false).key("error");
    json.value(failure);
    return json.end_object().take();
}

std::string failed(const TextError& error) {
    return failed(Failure{error, {}});
}

std::string failed(std::string_view message) {
    return failed(TextError{0, 0, std::string(message)});
}

std::string refused(const char* code, std::string_view message, Parameters parameters) {
    TextError error{0, 0, std::string(message), code, std::move(parameters)};
    if (message.empty()) {
        error.message = code;
        std::replace(error.message.begin(), error.message.end(), '-', ' ');
    }
    return failed(error);
}

}  // namespace quincunx::wire
