# The builds of what is played; sourced by ./run, called by the tests. Each is quick where nothing changed.
# shellcheck shell=bash

# build_preset NAME: configures, which a changed preset or a new file needs, and builds
build_preset() {
    mkdir -p build
    cmake --preset "$1" >"build/$1.log" 2>&1 || {
        cat "build/$1.log" >&2
        return 1
    }
    cmake --build --preset "$1"
}

# files_digest PATH...: one line that changes when a file below these paths is changed, added or removed
files_digest() {
    local path paths=()
    for path in "$@"; do
        [[ ! -e $path ]] || paths+=("$path")
    done
    find "${paths[@]}" \( -name node_modules -o -name dist -o -name test-results -o -name playwright-report \) -prune -o \
        -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

# web_packages: the npm packages as web/package-lock.json says, fetched once
web_packages() {
    local stamp=web/node_modules/.quincunx-stamp now
    now=$(sha256sum web/package-lock.json)
    if [[ -f $stamp && $(<"$stamp") == "$now" ]]; then return 0; fi
    (cd web && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error) || return 1
    printf '%s\n' "$now" >"$stamp"
}

# web_build: web/dist from web/, the WebAssembly modules and the pages of docs/
web_build() {
    local stamp=build/web.stamp now
    now=$(files_digest web docs build/wasm/table.wasm build/wasm/solver.wasm)
    if [[ -f $stamp && $(<"$stamp") == "$now" && -f web/dist/index.html ]]; then return 0; fi
    rm -f "$stamp"
    (cd web && npm run --silent build) || return 1
    printf '%s\n' "$now" >"$stamp"
}
