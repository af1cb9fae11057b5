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

namespace {

/// With the words of its code as its message.
TextError in_words(tl::unexpected<TextError> refusal) {
    std::string& message = refusal.value().message;
    std::replace(message.begin(), message.end(), '-', ' ');
    return std::move(refusal.value());
}

}  // namespace

std::string failed(const Failure& failure) {
    JsonWriter json;
    json.begin_object().member("ok", false).key("error");
    json.value(failure);
    return json.end_object().take();
}

std::string failed(const TextError& error) {
    return failed(Failure{error, {}});
}

std::string refused(const char* code) {
    return failed(in_words(text_error(0, 0, code, code)));
}
std::string refused(const char* code, std::size_t limit) {
    return failed(in_words(text_error(0, 0, code, code, limit)));
}

}  // namespace quincunx::wire
