#pragma once

#include <string>
#include <string_view>

namespace quincunx::cli {

/// Where the results of many deals go, in the order of the deals.
class ResultsFile {
  public:
    ResultsFile() = default;
    ResultsFile(const ResultsFile&) = delete;
    ResultsFile& operator=(const ResultsFile&) = delete;
    virtual ~ResultsFile() = default;

    /// Takes the next result, in the form in which this kind of file wants it, and returns what is now ready to
    /// be added to the file.
    virtual std::string sealed(const std::string& result) = 0;
    /// Adds that to the file.
    virtual void add(std::string_view ready) = 0;
    /// Writes also what waits for more results to be complete, so that an interruption does not lose it. Called
    /// often; `last` says that it is the last time. Returns whether it has written anything.
    virtual bool settle(bool last) = 0;
    /// Waits until all of that is on the disk. May be called while another thread adds something.
    virtual void sync() = 0;
};

}  // namespace quincunx::cli
