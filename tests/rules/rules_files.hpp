#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace quincunx::testing {

/// The text of each file in games/files/, by its name.
inline std::map<std::string, std::string> rules_files() {
    std::map<std::string, std::string> texts;
    for (const auto& entry : std::filesystem::directory_iterator("games/files")) {
        if (entry.path().extension() != ".json") continue;
        std::stringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        texts[entry.path().stem()] = text.str();
    }
    return texts;
}

}  // namespace quincunx::testing
