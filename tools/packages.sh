# Installs missing packages; sourced by ./run and ./test.
# shellcheck shell=bash

packages_list=$(dirname "${BASH_SOURCE[0]}")/packages.txt

# packages_wanted SECTION...: prints the lines "package" or "package or program" of these sections of packages.txt
packages_wanted() {
    local wanted=" $* " section='' line
    while IFS= read -r line; do
        line=${line%%#*}
        read -r line <<<"$line" || true
        case $line in
            '') ;;
            \[*\]) section=${line//[][]/} ;;
            *) [[ $wanted == *" $section "* ]] && printf '%s\n' "$line" ;;
        esac
    done <"$packages_list"
    return 0
}

# packages_missing SECTION...: prints those packages that are not installed, one per line
packages_missing() {
    local package either program installed=''
    if command -v dpkg-query >/dev/null; then
        # shellcheck disable=SC2016  # dpkg-query fills this in
        installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' 2>/dev/null)
    fi
    while read -r package either program; do
        if [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]]; then continue; fi
        if [[ $either == or ]] && command -v "$program" >/dev/null; then continue; fi
        printf '%s\n' "$package"
    done < <(packages_wanted "$@")
}

# shellcheck disable=SC1091  # the system's own file
is_debian_12() {
    [[ -r /etc/os-release ]] && (. /etc/os-release && [[ ${ID:-} == debian && ${VERSION_ID:-} == 12 ]]) &&
        command -v apt-get >/dev/null
}

as_root() {
    if [[ $(id -u) == 0 ]]; then "$@"; else sudo "$@"; fi
}

apt_root() { as_root env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes "$@"; }

# packages_install SECTION...: installs what is missing, or says what is missing and returns 2. With QUINCUNX_NO_INSTALL
# set it neither checks nor installs anything: by setting it, the user says that everything is there.
packages_install() {
    [[ -z ${QUINCUNX_NO_INSTALL:-} ]] || return 0
    local missing unknown='' package
    mapfile -t missing < <(packages_missing "$@")
    ((${#missing[@]})) || return 0

    if ! is_debian_12; then
        {
            echo "This is not Debian 12, so nothing was installed. These Debian packages are missing:"
            printf '    %s\n' "${missing[@]}"
            echo "Install their equivalents, then run this again with QUINCUNX_NO_INSTALL=1."
        } >&2
        return 2
    fi
    if [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
        {
            echo "These packages are missing, and only root can install them (sudo was not found):"
            echo "    apt-get install --no-install-recommends ${missing[*]}"
        } >&2
        return 2
    fi

    echo "Installing: ${missing[*]}"
    as_root true || {
        echo "Only root can install packages; as root: apt-get install --no-install-recommends ${missing[*]}" >&2
        return 2
    }
    # An interrupted installation may have left this; apt refuses until it is done.
    if compgen -G '/var/lib/dpkg/updates/[0-9]*' >/dev/null; then apt_root dpkg --configure -a >/dev/null; fi
    local lists=read
    # A source that nothing here needs may be out of reach.
    apt_root apt-get -qq -o APT::Update::Error-Mode=any update || lists=old
    for package in "${missing[@]}"; do
        [[ $(apt-cache policy -- "$package" 2>/dev/null) == *'Candidate: '[!\(]* ]] || unknown+=" $package"
    done
    if [[ -n $unknown ]]; then
        {
            echo "apt does not know these packages:$unknown"
            if [[ $lists == old ]]; then
                echo "It could not update its lists, for the reason above; is there a connection to the package archive?"
            fi
            echo "clang-22 and related packages are in Debian's security archive, most others in main. These lines in"
            echo "/etc/apt/sources.list cover them all:"
            echo "    deb http://deb.debian.org/debian bookworm main"
            echo "    deb http://deb.debian.org/debian bookworm-updates main"
            echo "    deb http://deb.debian.org/debian-security bookworm-security main"
        } >&2
        return 2
    fi
    apt_root apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install -y --no-install-recommends \
        "${missing[@]}" >/dev/null || {
        echo "apt-get could not install, for the reason above: ${missing[*]}" >&2
        return 2
    }
}
