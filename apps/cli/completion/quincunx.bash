# bash completion for quincunx and quincunx-lab: the commands, options and games that the program lists itself, and files.
# zsh reads it, too, which has neither mapfile nor compopt.
# shellcheck disable=SC2207

_quincunx() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} help words end=
    ((COMP_CWORD > 1)) || command=
    help=$("$program" ${command:+"$command"} --help 2>/dev/null)
    COMPREPLY=()
    if [[ $word == -* ]]; then
        words=$(grep -oP '^  (-h,)?\K--[a-z-]+' <<<"$help")
    elif [[ -z $command || $command == help ]]; then
        words=$("$program" --help | grep -oP '^  \K[a-z]+(?= )')
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} != --* && ($help == *'  game GAME '* || $help == *'  deal DEAL'*) ]]; then
        words=$("${program%-lab}" games | grep -oP '^ *\K[a-z-]+')
        [[ $help == *'  game GAME '* ]] || end='#'
        [[ -z $end ]] || compopt -o nospace 2>/dev/null
    fi
    [[ -z $words ]] || COMPREPLY=($(compgen -S "$end" -W "$words" -- "$word"))
}

complete -o default -F _quincunx quincunx quincunx-lab
