#include "session/rules_form.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>

#include "engine/fnv.hpp"
#include "engine/notation.hpp"
#include "engine/rule_fields.hpp"

namespace quincunx {

namespace {

/// Calls `visit` with each value in rules that is no text.
template <class Visit>
class EachValue {
  public:
    explicit EachValue(Visit visit) : visit_(std::move(visit)) {}

    void operator()(std::string_view /*name*/, auto&& field) { one(field); }

  private:
    void one(std::string_view& /*text*/) {}
    void one(auto& value) { visit_(value); }
    void one(OrUnlimited<int>& number) { visit_(number.count); }
    void one(Routes<unsigned>& routes) { visit_(routes.set); }
    template <class Item, std::size_t most>
    void one(std::array<Item, most>& items) {
        for (Item& item : items) one(item);
    }
    template <Described Struct>
    void one(Struct& value) {
        each_field(value, *this);
    }

    Visit visit_;
};

std::uint64_t sum_of(std::string_view numbers) {
    return hash::Fnv1a().add(numbers).value();
}

}  // namespace

std::string rules_form(const Rules& rules) {
    Rules copy = rules;
    std::string numbers;
    each_field(copy, EachValue([&](auto value) {
                   numbers += std::to_string(static_cast<std::uint32_t>(value)) + ',';
               }));
    return numbers + std::to_string(sum_of(numbers));
}

SharedRules read_rules_form(std::string_view id, std::string_view form) {
    const std::size_t end = form.rfind(',') + 1;
    std::string_view numbers = form.substr(0, end);
    if (parse_number(form.substr(end)) != sum_of(numbers)) return nullptr;
    Rules rules{};
    rules.id = rules.name = id;
    each_field(rules, EachValue([&]<class Value>(Value& value) {
                   const std::size_t comma = std::min(numbers.find(','), numbers.size());
                   value = static_cast<Value>(parse_number(numbers.substr(0, comma)).value_or(0));
                   numbers.remove_prefix(std::min(comma + 1, numbers.size()));
               }));
    return numbers.empty() ? GameRules::judged(rules) : nullptr;
}

}  // namespace quincunx
