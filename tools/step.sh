#!/usr/bin/env bash
# step.sh KIND STEP MINUTES COMMAND...: runs a step of ./test (tools/test.mk), with its output in build/test-logs/STEP.log,
# and says how it went. Everything that the command has started ends with it, after these minutes at the latest, or when
# this script is ended.
kind=$1 step=$2 minutes=$3
shift 3
log=build/test-logs/$step.log

end_group() { kill -KILL -- "-$group" 2>/dev/null || kill -KILL "$group" 2>/dev/null; }
trap 'end_group; exit 130' INT TERM HUP

unset MAKEFLAGS MAKELEVEL MFLAGS
printf '$ %s\n' "$*" >"$log"
setsid timeout --kill-after=10 "${minutes}m" "$@" </dev/null >>"$log" 2>&1 9>&- & # 9 is a lock of this step, not of a browser that outlives it
group=$! # timeout's own session and process group
wait "$group"
status=$?
end_group
exec python3 tools/junit_sum.py step "$kind" "$step" "$status" "$SECONDS"
