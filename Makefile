# What there is to do here. `make` alone lists it.

PREFIX ?= /usr/local
CARGO ?= cargo
TARGET := $(or $(CARGO_TARGET_DIR),target)
VELLUM := $(abspath $(TARGET))/release/vellum
CACHE := $(or $(VELLUM_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/vellum)
DOCUMENTS = $(DESTDIR)$(PREFIX)/share/doc/vellum

.PHONY: help setup build demo test test-long bench install clean

help:
	@echo 'make setup      install what is missing, build the C library and the solver'
	@echo 'make build      build vellum'
	@echo 'make demo       run examples/demo.c, find the bug in it, and a way through examples/maze.c'
	@echo 'make test       everything that must hold before a change is accepted'
	@echo "make test-long  GCC's torture tests, real packages, random programs, every memory model"
	@echo 'make bench      run the benchmarks'
	@echo 'make install    install vellum into PREFIX ($(PREFIX))'
	@echo 'make clean      remove what was built'

setup:
	@scripts/setup

# The licence texts of what is linked in lie beside the program until `make install`, which may run as somebody else.
build: setup
	$(CARGO) build --release
	@mkdir -p $(TARGET)/release/licences
	@cp $(CACHE)/bitwuzla-$$(solver/key)/licenses/* $(TARGET)/release/licences

# Once as it should be, once with a bug in it, which `vellum run` reports by exit status 1, and once on symbolic input:
# the way through a maze.
demo: build
	$(VELLUM) run examples/demo.c hello world
	$(VELLUM) run examples/demo.c --overflow || [ $$? -eq 1 ]
	$(VELLUM) run examples/maze.c || [ $$? -eq 1 ]

test: setup
	$(CARGO) fmt --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --document-private-items --quiet
	$(CARGO) test --workspace

test-long: build
	@scripts/setup gcc-12-source autoconf automake bison ed flex perl tcl
	VELLUM_TEST_LONG=1 $(CARGO) test --release -p vellum --test symbolic --test programs --test native
	VELLUM=$(VELLUM) $(CARGO) run --release -p xtask -- torture
	VELLUM=$(VELLUM) $(CARGO) run --release -p xtask -- packages
	VELLUM=$(VELLUM) $(CARGO) run --release -p xtask -- random-programs
	VELLUM=$(VELLUM) $(CARGO) run --release -p xtask -- pointer-programs
	VELLUM=$(VELLUM) $(CARGO) run --release -p xtask -- size-programs

bench: build
	$(VELLUM) bench

# Not built here: that is no work for root.
install:
	@test -x $(VELLUM) || { echo 'run `make build` first' >&2; exit 1; }
	install -D -m 755 $(VELLUM) $(DESTDIR)$(PREFIX)/bin/vellum
	install -D -m 644 -t $(DOCUMENTS) LICENSE-MIT LICENSE-APACHE
	install -D -m 644 -t $(DOCUMENTS)/licences $(TARGET)/release/licences/*

clean:
	$(CARGO) clean
	rm -rf vellum-out-* vellum-last
