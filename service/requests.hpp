#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "service/service.hpp"

/// Requests as they come: paths and names of servers.
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

}  // namespace quincunx::service
