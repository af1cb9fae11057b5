#include "session/rules_form.hpp"

#include <algorithm>
#include <cstdint>

#include "engine/fnv.hpp"
#include "engine/notation.hpp"
#include "engine/rule_fields.hpp"

namespace quincunx {

namespace {

/// Calls `visit` with each value in rules that is no text, as a number that it may change.
void each_value(const Field& field, const auto& visit) {
    const auto give = [&]<class Value>(Value& value) {
        auto number = static_cast<std::uint32_t>(value);
        visit(number);
        value = static_cast<Value>(number);
    };
    switch (field.kind) {
        case Field::Kind::text:
            return;
        case Field::Kind::flag:
            return give(field.as<bool>());
        case Field::Kind::word:
            return give(field.as<std::uint8_t>());
        case Field::Kind::number:
        case Field::Kind::redeals:
            return give(field.as<int>());
        case Field::Kind::routes:
            return give(field.as<unsigned>());
        case Field::Kind::part:
        case Field::Kind::list:
            for (const Field& part : field.parts) each_value(part, visit);
    }
}

std::uint64_t sum_of(std::string_view numbers) {
    return hash::Fnv1a().add(numbers).value();
}

}  // namespace

std::string rules_form(const Rules& rules) {
    Rules copy = rules;
    std::string numbers;
    each_value(fields_of(copy), [&](std::uint32_t value) { numbers += number_text(value) + ','; });
    return numbers + number_text(sum_of(numbers));
}

SharedRules read_rules_form(std::string_view id, std::string_view form) {
    const std::size_t end = form.rfind(',') + 1;
    std::string_view numbers = form.substr(0, end);
    if (parse_number(form.substr(end)) != sum_of(numbers)) return nullptr;
    Rules rules{};
    rules.id = rules.name = id;
    each_value(fields_of(rules), [&](std::uint32_t& value) {
        const std::size_t comma = std::min(numbers.find(','), numbers.size());
        value = static_cast<std::uint32_t>(parse_number(numbers.substr(0, comma)).value_or(0));
        numbers.remove_prefix(std::min(comma + 1, numbers.size()));
    });
    return numbers.empty() ? GameRules::judged(rules) : nullptr;
}

}  // namespace quincunx
