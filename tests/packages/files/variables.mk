LATE = file
NOW := $(LATE)
LATER = $(LATE)
LATE += more
MAYBE ?= default
MAYBE ?= ignored
define MULTI
first line
second line: $(NOW)
endef
SUB.a = one
NAME = a
override FORCED = forced
override FORCED += twice
undefine GONE
empty :=
space := $(empty) $(empty)
comma := ,
$(info [$(NOW)] [$(LATER)] [$(MAYBE)] [$(SUB.$(NAME))] [$(FORCED)] [$(GONE)])
$(info $(MULTI))
$(info [$(space)] $(subst $(space),$(comma),a b c) $$ \#) # not this
all: LOCAL = target $@
all: dep ; $(info [$(LOCAL)] [$^])
dep: ; $(info [$(LOCAL)] in dep)
