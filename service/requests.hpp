#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/json_reader.hpp"
#include "service/service.hpp"

/// Requests as they come: paths, names of servers, bodies.
namespace quincunx::service {

/// The words of a path in place of the names in braces.
using Values = std::map<std::string_view, std::string>;

struct Asked {
    const Route* route = nullptr;  ///< none if there is no such path
    Values values{};
    std::string allow{};  ///< methods of the path, if this is none of them
};

/// The route of a request. The values are of the form that they should have, and there is such a game and such a day.
Asked find_route(const Request& request);

bool is_id(std::string_view text);

/// Whether two names are the same but for capital letters.
bool same_letters(std::string_view a, std::string_view b);
/// Whether a field Host, with or without a port, names an address or what is a name at home only, which no foreign page can
/// claim, or a name that the server has.
bool is_for_us(std::string_view host, const std::vector<std::string>& own_names);
/// Whether a page of this origin is ours: it is of the server that is asked, or of a name that the server has, at any port,
/// since a proxy in front may leave ports out or say another name.
bool is_our_page(std::string_view origin, std::string_view host, const std::vector<std::string>& own_names);

/// The members of a JSON object, each of which has to be known.
class Members {
  public:
    /// None if the text is no object.
    static std::optional<Members> read(std::string_view text) {
        std::optional<JsonValue> value = read_json(text);
        if (!value || value->kind != JsonValue::Kind::object) return std::nullopt;
        return Members(std::move(*value));
    }
    /// The members of a member that is an object.
    explicit Members(JsonValue object) : object_(std::move(object)) {}
    /// The first that is not among these, or is there twice.
    std::optional<std::string> unknown(const std::vector<std::string_view>& known) const {
        std::set<std::string_view> seen;
        for (const std::string& name : object_.names)
            if (std::ranges::find(known, name) == known.end() || !seen.insert(name).second) return name;
        return std::nullopt;
    }
    const JsonValue* find(std::string_view name, JsonValue::Kind kind) const {
        const JsonValue* const value = object_.find(name);
        return value != nullptr && value->kind == kind ? value : nullptr;
    }
    bool has(std::string_view name) const { return object_.find(name) != nullptr; }

  private:
    JsonValue object_;
};

}  // namespace quincunx::service
