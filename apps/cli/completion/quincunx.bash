# bash completion for quincunx. The program itself says how the last word can be completed (apps/cli/complete.cpp).

_quincunx() {
    local current=${COMP_WORDS[COMP_CWORD]} line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :folders)
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -d -- "$current")
                ;;
            ':files '*)
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -d -- "$current"; compgen -f -X "!${line#:files }" -- "$current")
                ;;
            *)
                line=${line%%$'\t'*}
                [[ $line == *'#' ]] && compopt -o nospace
                COMPREPLY+=("$line")
                ;;
        esac
    done < <("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -F _quincunx quincunx
