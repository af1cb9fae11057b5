#pragma once

#include <string>
#include <string_view>

#include "session/session.hpp"
#include "wire/table/command_field.hpp"
#include "wire/table/json.hpp"

/// JSON texts of the contract between the engine and the page (web/src/engine/contract.ts).
namespace quincunx::wire {

/// GameInfo[] for all games.
std::string games_json();
/// Table
std::string table_json(const Session& session);
/// View
std::string view_json(const Rules& rules, const View& view);
/// Refusal, or null
std::string refusal_json(const std::optional<RefusalView>& refusal);
/// Hint, or null
std::string hint_json(const std::optional<Hint>& hint);
/// FieldAnswer
std::string command_json(const CommandAnswer& answer, const Session& session);
/// The member `parameters` of an object that has a code.
void write_parameters(JsonWriter& json, const Parameters& parameters);
/// Failure
std::string failure_json(const Failure& failure);
/// Failure, for what is no refused move.
std::string failed(const TextError& error);
std::string failed(std::string_view message);
/// {"ok":true, to be ended.
JsonWriter ok();

}  // namespace quincunx::wire
