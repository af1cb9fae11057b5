# bash completion for quincunx. Everything to complete comes from the program itself: commands and options from
# its help, games from its line protocol.

_quincunx_commands() {
    "$1" --help 2>/dev/null | sed -n '/^Commands:/,$ s/^  \([a-z][a-z-]*\).*/\1/p'
}

_quincunx_options() {
    "$@" --help 2>/dev/null | grep -oE '^ +-[^ ]+' | grep -oE -- '--[a-z][a-z-]*'
}

_quincunx_games() {
    printf 'games\nquit\n' | "$1" protocol 2>/dev/null | sed -n 's/^game \([a-z-]*\) .*/\1/p'
}

_quincunx() {
    local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command='' word suffix=''
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if [[ $word != -* ]]; then
            command=$word
            break
        fi
    done

    case $previous in
        --out | --lines | --compact | --summary | --certify | --certify-short)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --root)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -d -- "$current")
            return
            ;;
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_quincunx_options "$program" ${command:+"$command"})" -- "$current")
        return
    fi
    case $command in
        '') mapfile -t COMPREPLY < <(compgen -W "$(_quincunx_commands "$program")" -- "$current") ;;
        rules | days) mapfile -t COMPREPLY < <(compgen -W "$(_quincunx_games "$program")" -- "$current") ;;
        deal | par | perft | solve | hint | odds | fair | rate)
            suffix='#'
            mapfile -t COMPREPLY < <(compgen -S "$suffix" -W "$(_quincunx_games "$program")" -- "$current")
            ;;&
        deal | par | perft) compopt -o nospace ;;
        solve | hint | odds | fair | rate)
            if ((${#COMPREPLY[@]})); then compopt -o nospace; else _quincunx_records "$current"; fi
            ;;
        merge | stats)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            ;;
        bench) mapfile -t COMPREPLY < <(compgen -W 'engine solve' -- "$current") ;;
        show | replay | analyze | analyse) _quincunx_records "$current" ;;
    esac
}

# Folders, and files with the extension of records
_quincunx_records() {
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -d -- "$1"; compgen -f -X '!*.pat' -- "$1")
}

complete -F _quincunx quincunx
