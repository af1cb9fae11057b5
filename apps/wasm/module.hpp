#pragma once

#include <cstddef>
#include <string>

// The exports of a module: one buffer in, one text out. The including file defines
// `answer(std::string_view)`.

namespace {

std::string request_buffer;
std::string answer_text;

}  // namespace

extern "C" {

/// A buffer for the next request; valid until the next call.
__attribute__((export_name("q_alloc"), used)) inline char* q_alloc(std::size_t size) {
    request_buffer.resize(size);
    return request_buffer.data();
}

/// Answers a request; the answer is valid until the next request.
__attribute__((export_name("q_request"), used)) inline const char* q_request(const char* request,
                                                                             std::size_t size) {
    answer_text = answer({request, size});
    return answer_text.data();
}

__attribute__((export_name("q_answer_size"), used)) inline std::size_t q_answer_size() {
    return answer_text.size();
}
}
