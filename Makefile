# What can be done with a checkout. `make help` lists it. What a build needs is installed if it is missing.

SWIFT ?= swift
# Passed on to whatever is run or tested: make run ARGS="--top 20 app.log", make test ARGS="--filter Subject".
ARGS ?=
# The package's traits, such as TRAITS=PortableReclamation; what is built with them is in folders of its own.
TRAITS ?=
comma := ,
WITH = $(if $(TRAITS),-$(subst $(comma),-,$(TRAITS)))

# Warnings are errors in the library and its tests. The examples and benchmarks depend on packages whose warnings are
# not ours; the package manager suppresses those, and the compiler refuses both at once.
STRICT := -Xswiftc -warnings-as-errors -Xcc -Werror

# A crash under a sanitizer can hang in Swift's own backtraces.
SANITIZED := SWIFT_BACKTRACE=enable=no

# FRACTION=4: the stress tests do a quarter of their rounds.
FRACTION ?=

# Building is most of what some of the runs below take. So each builds only the test targets that it runs, which TESTS
# can change: TESTS=StressTests,ContractTests.
STRESS_TESTS := StressTests
PORTABLE_TESTS := CSupportTests,StressTests
ASAN_TESTS := StressTests,MillraceTests,CSupportTests
TSAN_TESTS := StressTests,CSupportTests
CHOSEN = $(if $(TRAITS),--traits $(TRAITS))
# Where everything is built once, as in .ci/run, builds without optimization take a quarter less of a processor's time if
# the compiler sees each module at once, and if the index, in which XCTest finds the tests, has nothing of the system.
ONCE := $(if $(CI),-Xswiftc -wmo -Xswiftc -disable-batch-mode -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -index-ignore-system-modules)
DEBUG = $(CHOSEN) $(ONCE) $(if $(TRAITS),--scratch-path .build$(WITH))
OPTIMIZED = $(CHOSEN) -c release --scratch-path .build-release$(WITH)
ADDRESS = $(CHOSEN) $(ONCE) --sanitize=address --scratch-path .build-asan$(WITH)
THREAD = $(CHOSEN) $(ONCE) --sanitize=thread --scratch-path .build-tsan$(WITH)
# A test that expects a program to stop starts a process, which takes the sanitizer's memory. Swift Testing would start
# all of them at once.
ONE_STOP := --no-parallel
THREAD_OPTIMIZED = $(CHOSEN) -c release --sanitize=thread --scratch-path .build-tsan-release$(WITH)
# The adapters to other packages need a trait each. The compiler writes the public API as symbol graphs while it builds;
# `swift package dump-symbol-graph` fails on the test bundles. One build serves `make test-adapters api-check docs`; the
# tests are in it only if they are asked for.
ADAPTERS = $(ONCE) --traits Foundation,Liburcu,NIO,Service,Metrics,Logging,Tracing,NATS
GRAPHS := .build-adapters/symbolgraph
WITH_GRAPHS := --scratch-path .build-adapters -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir \
    -Xswiftc $(CURDIR)/$(GRAPHS) -Xswiftc -symbol-graph-skip-synthesized-members -Xswiftc -emit-extension-block-symbols
# WITH_NATS=1: the tests of MillraceNATS are among them.
WITH_NATS ?=
ADAPTER_TESTS := MillraceNIOTests,MillraceServiceTests,MillraceMetricsTests,MillraceLoggingTests,MillraceTracingTests,ServerPageTests$(if $(WITH_NATS),$(comma)MillraceNATSTests)
NATS = $(ONCE) --traits Foundation,Liburcu,NATS
COMPATIBILITY = $(ONCE) --package-path Compatibility
# What only servers need is fetched and built for them alone; `make run` needs none of it.
EXAMPLES = -c release --package-path Examples
SERVER = $(EXAMPLES) --traits Server --scratch-path Examples/.build-server
BROKERED = $(EXAMPLES) --traits Brokered --scratch-path Examples/.build-server
# Not optimized, since that takes little more than half as long to build.
TESTED_EXAMPLES = $(ONCE) --package-path Examples --traits Brokered --scratch-path Examples/.build-server
BUILD_TESTS = $(SWIFT) build --build-tests
BENCHMARKS = -c release --package-path Benchmarks $(if $(TRAITS),--scratch-path Benchmarks/.build$(WITH))
export MILLRACE_TRAITS := $(TRAITS)
# The package manager writes the flags of the traits in the order of a set. In another order they are another build.
export SWIFT_DETERMINISTIC_HASHING := 1

FORMATTED := $(wildcard Package.swift Sources Tests Tools/ExamplesPlugin $(foreach p,Compatibility Compatibility/RxSwiftExt Examples Benchmarks,$p/Package.swift $p/Sources $p/Tests) $(foreach p,Benchmarks/WithNATS,$p/Package.swift $p/Sources))

.PHONY: help setup swift nats run livefeed livefeed-brokered livefeed-load test-livefeed build test examples-build test-examples adapters-build test-adapters tsan-adapters test-nats tsan-nats asan-nats test-nats-cluster nats-seeds test-nats-mistakes nats-bench stress-build stress stress-run explore-build explore explore-mistakes scan tsan-build tsan \
    tsan-optimized asan leaks portable-build portable models litmus bench-build bench bench-check edges instructions \
    thorough platforms check-mirror format lint generate generate-check api api-check api-record docs clean

# Lists the targets whose line says in a comment what they do: `##try` and `##use` are for the first two groups, `##` is
# for the last one. A target with a comment of one `#` is a part of another one, or a variant that a page names.
listed = sed -n 's/^\([a-z-]*\):[^\#]*\#\#$(1) /\1|/p' $(firstword $(MAKEFILE_LIST)) | \
    while IFS='|' read -r target text; do printf '  make %-18s %s\n' "$$target" "$$text"; done

help:
	@echo "To try it:"; $(call listed,try)
	@echo "To use it and to check it on your machine:"; $(call listed,use)
	@echo "To maintain it:"; $(call listed,)

setup: swift # Installs what the tests want, if it is missing: liburcu and pkg-config
	@.ci/install liburcu

swift:
	@command -v $(SWIFT) >/dev/null || { echo "error: please install Swift 6.2 or newer: https://www.swift.org/install" >&2; exit 1; }

run: swift ##try Builds and runs logwatch, by default on the newest log of this machine or a sample; ARGS are its arguments
	@$(SWIFT) build $(EXAMPLES) --product logwatch
	@$$($(SWIFT) build $(EXAMPLES) --show-bin-path)/logwatch $(ARGS) $(if $(strip $(ARGS)),,</dev/null)

livefeed: setup ##try Serves a page that shows a log live, by default the newest of this machine; ARGS="--log app.log --port 8081"
	@$(SWIFT) build $(SERVER) --product livefeed
	@exec $$($(SWIFT) build $(SERVER) --show-bin-path)/livefeed $(ARGS)

livefeed-brokered: nats ##try The same in several processes, with three NATS servers between them; each of them may be killed
	@$(SWIFT) build $(BROKERED) --product livefeed
	@exec Examples/livefeed-brokered.sh $$($(SWIFT) build $(BROKERED) --show-bin-path)/livefeed $(ARGS)

livefeed-load: setup # Measures livefeed under load, beside a hub written by hand; ARGS="--clients 500 --seconds 5"
	@$(SWIFT) build $(SERVER) --product livefeed
	@$(SWIFT) build $(SERVER) --product livefeed-load
	@exec $$($(SWIFT) build $(SERVER) --show-bin-path)/livefeed-load $(ARGS)

# With what test-examples has built.
test-livefeed: nats # Tests livefeed's page and the inspector's in a headless browser, and takes pictures of them
	@.ci/install chromium python3
	@$(SWIFT) build $(TESTED_EXAMPLES) --product livefeed
	@python3 Examples/Tests/LivefeedBrowser/test_livefeed.py \
	    $$($(SWIFT) build $(TESTED_EXAMPLES) --show-bin-path)/livefeed .build-livefeed/screenshots $(ARGS)
	@python3 Examples/Tests/LivefeedBrowser/test_inspector.py \
	    $$($(SWIFT) build $(TESTED_EXAMPLES) --show-bin-path)/livefeed .build-livefeed/screenshots $(ARGS)

build: setup # Builds the library, RxSwift's module names and the tests of both with warnings as errors
	@.ci/install python3
	$(SWIFT) build --build-tests $(DEBUG) $(STRICT)
	$(SWIFT) build --build-tests $(STRICT) $(COMPATIBILITY)

# ARGS pick tests of the library.
test: build ##use Builds the library with warnings as errors, and runs all its tests
	$(if $(strip $(ARGS)),,$(SWIFT) test --skip-build $(COMPATIBILITY))
	MILLRACE_FRACTION=$(FRACTION) $(SWIFT) test --skip-build $(DEBUG) $(ARGS)

examples-build: nats
	$(BUILD_TESTS) $(TESTED_EXAMPLES)

test-examples: examples-build ##use Runs the tests of the examples; those of livefeed start NATS servers
	$(SWIFT) test --skip-build $(TESTED_EXAMPLES) $(ARGS)

# The packages that they join Millrace to are fetched here, and by nothing else that is made from this folder.
test-adapters adapters-build api: export MILLRACE_TESTS = $(ADAPTER_TESTS)
adapters-build: api
test-adapters: api ##use Runs the tests of MillraceNIO, MillraceService, MillraceMetrics, MillraceLogging and MillraceTracing
	$(SWIFT) test --skip-build $(ADAPTERS) $(WITH_GRAPHS) --skip $(NATS_CLUSTER) $(ARGS)

tsan-adapters: export MILLRACE_TESTS = $(ADAPTER_TESTS)
tsan-adapters: nats # Runs the same tests under the thread sanitizer
	$(SANITIZED) $(BUILD_TESTS) $(ADAPTERS) --sanitize=thread --scratch-path .build-adapters-tsan
	$(SANITIZED) MILLRACE_SANITIZER=thread $(SWIFT) test --skip-build $(ADAPTERS) --sanitize=thread \
	    --scratch-path .build-adapters-tsan $(ARGS)

# libnats has to be installed for these, and a server, which the tests start and stop. MILLRACE_NATS_SERVER names another.
test-nats tsan-nats asan-nats test-nats-cluster nats-seeds test-nats-mistakes: export MILLRACE_TESTS = $(if $(WITH_NATS),$(ADAPTER_TESTS),MillraceNATSTests)
# Tests with three servers take both processors, and minutes.
NATS_CLUSTER := 'MillraceNATSTests[.](KeyValue)?ClusterTests'
nats: setup
	@.ci/install nats

test-nats: nats ##use Runs the tests of MillraceNATS with a server; LONG=1: also those that take minutes
	$(BUILD_TESTS) $(NATS) $(STRICT) --scratch-path .build-nats
	MILLRACE_LONG=$(LONG) $(SWIFT) test --skip-build $(NATS) --scratch-path .build-nats --skip $(NATS_CLUSTER) $(ARGS)

# SEED=7 NEMESIS=kill repeats a run; SEEDS says how many seeds each fault is tried with. WITH_NATS=1 runs what
# `make test-adapters WITH_NATS=1` has built.
test-nats-cluster: nats ##use Runs clients beside three NATS servers that fail; LONG=1: each fault, with 5 seeds
	$(if $(WITH_NATS),,$(BUILD_TESTS) $(NATS) $(STRICT) --scratch-path .build-nats)
	MILLRACE_LONG=$(LONG) MILLRACE_NEMESIS=$(NEMESIS) MILLRACE_SEED=$(SEED) MILLRACE_SEEDS=$(SEEDS) \
	    $(SWIFT) test --skip-build $(if $(WITH_NATS),$(ADAPTERS) $(WITH_GRAPHS),$(NATS) --scratch-path .build-nats) \
	    --filter $(NATS_CLUSTER) $(ARGS)

# As many runs at once as JOBS says, each in a process of its own; FAULTS="kill cut" picks faults. A run mostly waits.
nats-seeds: nats # Runs the same with each fault and each of 100 seeds, or SEEDS from SEED on; needs two hours
	$(BUILD_TESTS) $(NATS) $(STRICT) --scratch-path .build-nats
	@Tests/MillraceNATSTests/Cluster/seeds.sh \
	    $$($(BUILD_TESTS) $(NATS) --scratch-path .build-nats --show-bin-path)/MillracePackageTests.xctest \
	    $(or $(JOBS),4) $(or $(SEED),1) $(or $(SEEDS),100) $(FAULTS)

test-nats-mistakes: nats # Puts mistakes into MillraceNATS, in a copy, each of which the tests with three servers have to find
	@Tests/MillraceNATSTests/Cluster/Mistakes/check.sh $(ARGS)

tsan-nats: nats # Runs the same tests under the thread sanitizer
	$(SANITIZED) $(BUILD_TESTS) $(NATS) --sanitize=thread --scratch-path .build-nats-tsan
	$(SANITIZED) MILLRACE_SANITIZER=thread $(SWIFT) test --skip-build $(NATS) --sanitize=thread \
	    --scratch-path .build-nats-tsan --skip $(NATS_CLUSTER) $(ARGS)

asan-nats: nats # Runs the same tests under the address sanitizer
	$(SANITIZED) $(BUILD_TESTS) $(NATS) --sanitize=address --scratch-path .build-nats-asan
	$(SANITIZED) MILLRACE_SANITIZER=address ASAN_OPTIONS=detect_leaks=0 \
	    $(SWIFT) test --skip-build $(NATS) --sanitize=address --scratch-path .build-nats-asan \
	    --skip $(NATS_CLUSTER) $(ARGS)

nats-bench: nats # Measures MillraceNATS beside libnats; ARGS="--soak 600" publishes to stopped consumers instead
	@$(SWIFT) build -c release --package-path Benchmarks/WithNATS
	@$$($(SWIFT) build -c release --package-path Benchmarks/WithNATS --show-bin-path)/millrace-nats-bench $(ARGS)

# What emissions call directly, and how references move, is not the same in optimized code.
stress-build stress: export MILLRACE_TESTS = $(or $(TESTS),$(STRESS_TESTS))
stress-build: setup
	$(BUILD_TESTS) $(OPTIMIZED) -Xswiftc -enable-testing

stress: stress-build ##use Runs the stress tests optimized; LONG=seconds makes them longer
	MILLRACE_LONG=$(LONG) MILLRACE_FRACTION=$(FRACTION) $(SWIFT) test --skip-build $(OPTIMIZED) $(ARGS)

# A build of its own, in which MillraceExplore decides which thread runs. Each scenario runs on one processor, so several
# run at a time.
explore-build explore explore-mistakes: export MILLRACE_EXPLORE = 1
explore-build explore explore-mistakes: export MILLRACE_TESTS = ExploreTests
EXPLORED = $(ONCE) $(STRICT) --scratch-path .build-explore
explore-build: swift
	$(BUILD_TESTS) $(EXPLORED)

# PREEMPTIONS=2 RANDOM=10000 are other bounds, for all scenarios.
explore: explore-build ##use Runs operators under every schedule of their threads with few switches; LONG=1: with more
	MILLRACE_LONG=$(LONG) MILLRACE_PREEMPTIONS=$(PREEMPTIONS) MILLRACE_RANDOM=$(RANDOM) \
	    Tests/ExploreTests/run.sh $$($(BUILD_TESTS) $(EXPLORED) --show-bin-path)/MillracePackageTests.xctest $(ARGS)

explore-mistakes: swift # Puts mistakes into the operators, in a copy, each of which a scenario of `make explore` has to find
	@Tests/ExploreTests/Mistakes/check.sh $(ARGS)

# Where releases come is the optimizer's decision, at each place anew; tests see the places that they happen to hit.
scan: setup ## Looks in optimized code for values that are released before they have been replaced
	@.ci/install python3
	Tests/Scan/scan.sh

stress-run: setup ##use Builds and runs millrace-stress, which checks Millrace on this machine; ARGS are its arguments
	@$(SWIFT) build $(BENCHMARKS) --product millrace-stress
	@$$($(SWIFT) build $(BENCHMARKS) --show-bin-path)/millrace-stress $(ARGS)

tsan-build tsan: export MILLRACE_TESTS = $(or $(TESTS),$(TSAN_TESTS))
tsan-build: setup
	$(SANITIZED) $(BUILD_TESTS) $(THREAD)

tsan: tsan-build ##use Runs the stress tests and those of the C core under the thread sanitizer
	$(SANITIZED) MILLRACE_SANITIZER=thread MILLRACE_FRACTION=$(FRACTION) $(SWIFT) test --skip-build $(ONE_STOP) $(THREAD) $(ARGS)

# Optimized, observers that end a chain are called straight from the list.
tsan-optimized: export MILLRACE_TESTS = StressTests
tsan-optimized: setup # Runs the stress tests under the thread sanitizer, optimized
	$(SANITIZED) $(BUILD_TESTS) $(THREAD_OPTIMIZED) -Xswiftc -enable-testing
	$(SANITIZED) MILLRACE_SANITIZER=thread MILLRACE_FRACTION=$(FRACTION) $(SWIFT) test --skip-build $(THREAD_OPTIMIZED) $(ARGS)

asan: export MILLRACE_TESTS = $(or $(TESTS),$(ASAN_TESTS))
asan: setup ##use Runs the unit and stress tests under the address sanitizer
	$(SANITIZED) $(BUILD_TESTS) $(ADDRESS)
	$(SANITIZED) MILLRACE_SANITIZER=address MILLRACE_FRACTION=$(FRACTION) ASAN_OPTIONS=detect_leaks=0 \
	    $(SWIFT) test --skip-build $(ONE_STOP) $(ADDRESS) $(ARGS)

# XCTest leaks, so leaks are looked for in an executable of our own; one that leaks on purpose must be found out.
leaks: setup # Looks for leaks
ifeq ($(shell uname),Linux)
	$(SANITIZED) $(SWIFT) build $(ADDRESS) --product LeakCheck
	$(SANITIZED) ASAN_OPTIONS=detect_leaks=1 .build-asan$(WITH)/debug/LeakCheck
	! $(SANITIZED) ASAN_OPTIONS=detect_leaks=1 .build-asan$(WITH)/debug/LeakCheck --leak 2>/dev/null
endif

# Neither liburcu nor pkg-config is needed for these two.
portable-build portable: export MILLRACE_TESTS = $(or $(TESTS),$(PORTABLE_TESTS))
portable-build portable: override TRAITS := PortableReclamation
portable-build: swift
	$(BUILD_TESTS) $(DEBUG) $(STRICT)

portable: portable-build ##use Runs the tests of the C core and the stress tests with the core that needs no liburcu
	MILLRACE_FRACTION=$(FRACTION) $(SWIFT) test --skip-build $(DEBUG) $(ARGS)
ifeq ($(shell uname),Linux)
	ldd .build$(WITH)/debug/LeakCheck >.build$(WITH)/libraries
	! grep urcu .build$(WITH)/libraries
endif

# RUNS=1: one run of each program under the thread sanitizer, not three.
models: setup ## Checks the models, explores the C core's interleavings, and that seeded bugs are found
	@.ci/install spin
	@RUNS=$(RUNS) CSupport/models/all.sh

litmus: ## Runs the litmus tests of the C core's orderings with herd7, where it is installed
	@CSupport/models/litmus/check.sh $(ARGS)

bench-build: setup
	$(SWIFT) build $(BENCHMARKS)

bench: setup ##use Runs the benchmarks; ARGS are their arguments; edges and nats-bench run those of tasks and NATS
	$(SWIFT) run $(BENCHMARKS) millrace-bench $(ARGS)

bench-check: setup # Runs the benchmarks briefly, and fails where a figure is over its limit
	$(SWIFT) run $(BENCHMARKS) millrace-bench --quick --check $(ARGS)

edges: setup # Measures the bridges between events and tasks; ARGS="--soak 600" sends to stopped consumers instead
	$(SWIFT) run $(BENCHMARKS) millrace-edges $(ARGS)

instructions: setup # Counts instructions, and fails where an event takes more of them than it did
	@.ci/install valgrind
	Benchmarks/instructions.sh --check

# `.ci/run` has the part `core`.
platforms: swift ## Runs Millrace on other processors, C libraries and Swifts; ARGS="core swift arm64 dependant" picks parts
	@Tools/platforms $(ARGS)

check-mirror: swift ## Builds packages made for RxSwift by its address, with the mirrors that the page on moving sets
	@Tools/check-mirror

thorough: ## Runs what is too long for .ci/run: all tests but the adapters' under the sanitizers, longer stress tests
	@.ci/run thorough

format: swift ## Formats all Swift files
	$(SWIFT) format format --in-place --parallel --recursive $(FORMATTED)

generate: swift ## Writes the overloads for 3 to 8 sources and those with a Duration
	@.ci/install python3
	@SWIFT=$(SWIFT) Tools/generate-arities
	@SWIFT=$(SWIFT) Tools/generate-durations

generate-check: swift # Checks that those files are what `make generate` writes
	@.ci/install python3
	@SWIFT=$(SWIFT) Tools/generate-arities --check
	@SWIFT=$(SWIFT) Tools/generate-durations --check

lint: generate-check ## Checks the format of all Swift files, the generated ones, the layers, the core's orderings, links, the tests' names and catalogue, and that mistakes can be put in
	$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED)
	@Tools/check-layers
	@Tools/check-orderings
	@Tools/check-links
	@Tools/draw-marbles --check
	@Tools/check-test-names
	@Tools/check-catalogue
	@Tools/generate-examples --missing
	@for patch in Tests/*/Mistakes/*.patch Tests/*/*/Mistakes/*.patch; do git apply --check $$patch || exit; done

api: nats # Writes the public API as symbol graphs into .build-adapters/symbolgraph
	@mkdir -p $(GRAPHS)
	$(if $(filter test-adapters adapters-build,$(MAKECMDGOALS)),$(BUILD_TESTS),$(SWIFT) build) $(ADAPTERS) $(WITH_GRAPHS)
	@ls $(GRAPHS)/Millrace*.symbols.json

api-check: api ## Checks that the public API is the recorded one, and says what has gone or changed
	@.ci/install python3
	@Tools/public-api $(GRAPHS)

api-record: api ## Records the public API in Documentation/PublicAPI.txt
	@.ci/install python3
	@Tools/public-api $(GRAPHS) --record

docs: api ## Writes the documentation as a web site into .build-docs/site
	@.ci/install python3
	@Tools/write-docs $(GRAPHS) .build-docs
	@echo "to read it: python3 -m http.server --directory .build-docs/site"

clean: ## Removes all that was built
	rm -rf .build .build-* Compatibility/.build Examples/.build Examples/.build-* Benchmarks/.build Benchmarks/.build-* Benchmarks/WithNATS/.build
