#!/bin/bash
# Plays the games of the study that take long: those of the fair player in Gargantua and Carthage, in turn and 50 deals
# at a time, after those by instant answers in the same 3,000 deals that the study did not have.
#
#   lab/play_study.sh FOLDER
#
# Stop it at any time: the same command goes on where it was, in another folder after the parts that are in
# docs/winnability/games/. All limits are numbers of nodes, so neither a pause nor a slow machine changes a game. How
# many are published is said in docs/odds.md ("When to stop"). Builds differ in the chances that they say, and play the
# same games: each line names its own.
set -euo pipefail
if (($# != 1)) || [[ ! -d $1 ]]; then
    sed -n '2,10s/^# \?//p' "$0" >&2
    exit 2
fi
quincunx=${QUINCUNX:-$(dirname "$0")/../build/release/quincunx-lab}
folder=$1

for part in "$(dirname "$0")"/../docs/winnability/games/*.zst; do
    lines=$folder/$(basename "$part" .zst)
    [[ -e $lines ]] || zstd -dq "$part" -o "$lines"
done

play() { # PLAYER GAME FIRST LAST
    "$quincunx" fair "$2#$3..$4" --player "$1" --time 0 --no-times --resume --any-build --lines "$folder/$2-$1-$3.jsonl" >/dev/null
}

play instant gargantua 100002001 100003000
play instant carthage 100001001 100003000
for ((first = 100000001; first < 100003000; first += 50)); do
    play fair gargantua "$first" $((first + 49))
    play fair carthage "$first" $((first + 49))
done
