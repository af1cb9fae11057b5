# The steps of ./test, which runs them with make: each as soon as what it needs is there. A step is a target with a text
# after ##, which `./test --list` shows; ./test runs all of them, those at the end only with --full.
#
# tools/step.py runs the commands, and tools/junit_sum.py counts: a `check` is one test, a `suite` of tests writes its
# report (JUnit) to $(report), and a `build` only counts when it fails.
MAKEFLAGS += --always-make --no-builtin-rules

FULL :=
VOLUME := 1
# The preset and folder of the programs that are tested; what is released differs in optimization and in the list of games
BUILD := test
export QUINCUNX_BUILD := build/$(BUILD)
export QUINCUNX_FULL := $(FULL)

# How nice a step is: what takes longest goes first, with what it needs. Others are only a little nicer, since some of
# their tests have limits of time.
early = @exec tools/step.py 0 build $@
build = @exec tools/step.py 5 build $@
check = @exec tools/step.py 5 check $@
suite = @exec tools/step.py 5 suite $@
# The tests in Chromium have two workers; those in other browsers, side by side, wait until they have ended.
chromium = @exec 9>build/browsers.lock && flock 9 && exec tools/step.py 0 suite $@
others = @exec 9>build/browsers.lock && flock --shared 9 && exec tools/step.py 0 suite $@
report = "$(CURDIR)/build/test-logs/$@.xml"

# $(call cmake,PRESET[,TARGETS]), $(call part,OF THE VOLUME), $(call ctest,PART OF THE VOLUME,PRESET),
# $(call pytest,FILES OR FOLDERS[,PART OF THE VOLUME]), $(call playwright,SCRIPT)
cmake = bash -c 'cmake --preset $(1) -DQUINCUNX_THOROUGH=$(if $(FULL),ON,OFF) && \
	cmake --build --preset $(1) -j $(shell nproc) $(if $(2),--target $(2))'
part = $(shell awk 'BEGIN { print $(VOLUME) * $(if $(FULL),1,$(1)) }')
ctest = env QUINCUNX_VOLUME=$(call part,$(1)) \
	ctest --test-dir build/$(2) -j $(shell nproc) --timeout 36000 --output-on-failure --output-junit $(report)
pytest = env QUINCUNX_VOLUME=$(call part,$(or $(2),0.2)) pytest --verbose --continue-on-collection-errors --junitxml=$(report) \
	$(if $(FULL),,-m "not full") $(1)
web = env -C web CI=1 npm run --loglevel=error
playwright = env PLAYWRIGHT_JUNIT_OUTPUT_FILE=$(report) PLAYWRIGHT_JUNIT_INCLUDE_RETRIES=1 \
	PLAYWRIGHT_JUNIT_INCLUDE_PROJECT_IN_TEST_NAME=1 $(web) $(1) -- --reporter=list,junit

format: ## clang-format-22 over all C++
	$(check) bash -c 'find */ \( -name build -o -name node_modules \) -prune -o -name "*.[ch]pp" -print0 | \
		xargs -0 clang-format-22 --dry-run --Werror'

scripts: ## shellcheck over the shell scripts
	$(check) shellcheck -x run test .ci/run lab/slurm/study.sbatch $(wildcard tools/*.sh lab/*.sh) tools/release deploy/public deploy/backup \
		deploy/desktop/quincunx-table $(wildcard deploy/debian/p*)

build-program: ## the programs
	$(early) $(call cmake,$(BUILD),quincunx quincunx-lab)

web-install: ## npm ci
	$(early) bash -c '. tools/build.sh && web_packages'

build-wasm: ## the modules
	$(early) $(call cmake,wasm)

# More than three steps at a time only take the caches of two processors from each other. A browser waits more than it
# computes, so one of the three lanes is for browsers, and the long builds run beside them.
build-tests: build-program ## the C++ tests, and the programs that other tests run
	$(early) $(call cmake,$(BUILD))

# It waits more than it computes, so it begins early; what needs more than the program and the page waits for all that is
# built.
whole := $(addprefix tests/,$(addsuffix _test.py,brute certificate_mistakes certificates days deploy notices packages postgres puzzles verdicts) wasm)
python: build-program web-build ## tests from outside: includes, documents, completion, the program
	$(suite) $(call pytest,tests --ignore=tests/reference $(addprefix --ignore=,$(whole)))

web-check: web-install ## svelte-check, and oxlint with types
	$(check) $(web) check

web-lint: web-install ## eslint, stylelint and prettier; with --full eslint with types and knip, too
	$(check) $(web) lint$(if $(FULL),:full)

web-build: web-install build-wasm ## the web app
	$(early) bash -c '. tools/build.sh && web_build'

web-unit: web-install build-wasm ## vitest
	$(suite) $(web) test:unit -- --reporter=default --reporter=junit --outputFile.junit=$(report)

web-e2e: web-build build-program ## Playwright in Chromium
	$(chromium) $(call playwright,test:e2e)

# It needs no program, but what the browsers wait for comes first.
build-asan: build-program ## the fuzz targets, with address and undefined-behavior sanitizers; with --full the tests, too
	$(build) $(call cmake,asan)

programs: build-tests web-build ## tests from outside of certificates, databases and WebAssembly, with programs for tests alone
	$(suite) $(call pytest,$(whole))

reference: build-tests ## the engine compared with the independent one in Python
	$(suite) $(call pytest,tests/reference,0.05)

cpp: build-tests ## the C++ tests, a twentieth of the volume
	$(suite) $(call ctest,0.05,$(BUILD))

# The step of the C++ tests replays the corpus of the protocol, if this leaves it out.
fuzz_targets := $(patsubst fuzz/%.cpp,fuzz-%,$(filter-out fuzz/replay_main.cpp $(if $(FULL),,fuzz/protocol.cpp fuzz/service.cpp),$(wildcard fuzz/*.cpp)))
fuzz: $(or $(fuzz_targets),$(error there are no fuzz targets)) ## the fuzz targets, 2 s each after their corpora; with --full a minute, and the protocol and the service, too
$(fuzz_targets): fuzz-%: build-asan
	$(check) bash -c 'mkdir -p build/fuzz-findings build/fuzz-corpus/$* && build/asan/fuzz/fuzz_$* \
		-max_total_time=$(if $(FULL),60,2) -timeout=200 -rss_limit_mb=2048 -print_final_stats=1 \
		-artifact_prefix=build/fuzz-findings/$*- build/fuzz-corpus/$* $(wildcard fuzz/corpus/$*)'

web-firefox: web-build build-program ## the page in Firefox; with --full, as people set it, too
	$(others) $(call playwright,test:firefox)

web-webkit: web-build build-program ## the page in WebKit; with --full, a killed page and an engine too old, too
	$(others) $(call playwright,test:webkit)

## Only with --full:

web-e2e-firefox: web-build build-program ## the tests of web-e2e in Firefox
	$(others) $(call playwright,test:e2e:firefox)

asan: build-asan ## the C++ tests, with address and undefined-behavior sanitizers
	$(suite) env ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1 \
		ASAN_SYMBOLIZER_PATH=$(shell command -v llvm-symbolizer-22) $(call ctest,1,asan)

build-asan-program: build-asan ## the program with sanitizers
	$(build) $(call cmake,asan,quincunx)

asan-program: build-asan-program ## the tests of the program from outside, with sanitizers
	$(suite) env QUINCUNX_BUILD=build/asan QUINCUNX_SANITIZED=1 $(call pytest,tests/cli_test.py tests/command_line_test.py)

solutions: build-tests ## 1,000 deals of each game solved, every win replayed by the reference engine
	$(suite) env QUINCUNX_SOLUTIONS=1000 $(call pytest,tests/solutions_test.py)

verdicts: build-tests ## about 200,000 endgames along the border between won and lost, judged by brute force
	$(suite) env QUINCUNX_WALKS=1000 $(call pytest,tests/verdicts_test.py)

mutations: build-tests ## certificates of losses changed in every way, and checked
	$(suite) env QUINCUNX_MUTATIONS=all $(call pytest,tests/certificates_test.py)

days: build-tests ## every deal of the day can be won
	$(suite) env QUINCUNX_DAYS=all $(call pytest,tests/days_test.py)

puzzles: build-tests ## every puzzle proven by other programs
	$(suite) env QUINCUNX_PUZZLES=all $(call pytest,tests/puzzles_test.py)

study-mutations: build-tests ## files of many deals damaged in 4,000 ways each, all found
	$(suite) env QUINCUNX_MUTATIONS=all $(call pytest,tests/study_test.py tests/parts_test.py)

load: build-program ## 2,000 connections to the server, 1,500 of them hostile, alone and through nginx
	$(suite) env QUINCUNX_LOAD=full $(call pytest,tests/load_test.py)

service: build-program ## the server killed 300 times while results are sent
	$(suite) env QUINCUNX_SERVICE=full $(call pytest,tests/service_test.py)

rules: build-asan ## 100,000 sets of rules that were made up and accepted, played, saved, searched and advised on, with sanitizers
	$(call suite,60) env QUINCUNX_RULES=100000 build/asan/tests/rules_test --gtest_output=xml:$(report)

build-tsan: build-program ## the tests of rules with the thread sanitizer
	$(build) $(call cmake,tsan,rules_test)

threads: build-tsan ## rules in several threads at once
	$(suite) build/tsan/tests/rules_test --gtest_filter='*Threads*' --gtest_output=xml:$(report)

any-rules: build-tests ## 40,000 sets of rules made up, refused or played alike by the engine and the one in Python
	$(suite) env QUINCUNX_MADE_UP=40000 $(call pytest,tests/reference/test_any_rules.py)

mistakes: build-tests ## mistakes planted in the maker and the checker of certificates, each noticed
	$(suite) env QUINCUNX_MUTATIONS=all $(call pytest,tests/certificate_mistakes_test.py)

tidy: ## clang-tidy-22 over all C++
	$(build) $(call cmake,tidy)

packages: web-build ## the packages of a release, judged, installed without network, used, upgraded and purged; built twice
	$(suite) env QUINCUNX_PACKAGES=full $(call pytest,tests/packages_test.py)
