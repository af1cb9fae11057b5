#!/usr/bin/env bash
# step.sh NICE KIND STEP MINUTES COMMAND...: runs a step of ./test (tools/test.mk), with its output in
# build/test-logs/STEP.log, and says how it went. Everything that the command has started ends with it, after these
# minutes at the latest, or when this script is ended.
nice=$1 kind=$2 step=$3 minutes=$4
shift 4
log=build/test-logs/$step.log

end_group() { kill -KILL -- "-$group" 2>/dev/null || kill -KILL "$group" 2>/dev/null; }
trap 'end_group; exit 130' INT TERM HUP

unset MAKEFLAGS MAKELEVEL MFLAGS
printf '$ %s\n' "$*" >"$log"
# Sessions share the processors as equals, however nice their processes are, where the kernel groups by session.
# shellcheck disable=SC2016  # the inner shell expands it
nicely='{ echo "$0" >/proc/self/autogroup; } 2>/dev/null; exec nice -n "$0" timeout "$@"'
# 9 is a lock of this step, not of a browser that outlives it.
setsid bash -c "$nicely" "$nice" --kill-after=10 "${minutes}m" "$@" </dev/null >>"$log" 2>&1 9>&- &
group=$! # timeout's own session and process group
wait "$group"
status=$?
end_group
exec python3 tools/junit_sum.py step "$kind" "$step" "$status" "$SECONDS"
