#include "apps/cli/position_json.hpp"

#include <string>
#include <vector>

#include "engine/notation.hpp"

namespace quincunx::cli {

namespace {

Json pile_json(const std::vector<Word>& words) {
    Json cards = Json::array();
    std::size_t face_down = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i].text == "|") {
            face_down = cards.size();
        } else if (words[i].text != "-") {
            cards.push_back(words[i].text);
        }
    }
    return {{"name", words[0].text}, {"cards", cards}, {"face_down", face_down}};
}

}  // namespace

Json position_json(std::string_view lines) {
    Json json;
    Json piles = Json::array();
    for (const std::string_view line : split_lines(lines)) {
        const std::vector<Word> words = split_words(line);
        if (words[0].text == "redeals") {
            json["redeals"] = parse_number(words[1].text).value_or(0);
        } else if (words[0].text == "game" || words[0].text == "choice") {
            json[std::string(words[0].text)] = words[1].text;
        } else {
            piles.push_back(pile_json(words));
        }
    }
    json["piles"] = piles;
    return json;
}

}  // namespace quincunx::cli
