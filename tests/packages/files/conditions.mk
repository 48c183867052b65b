MODE ?= release
ifeq ($(MODE),debug)
  FLAGS = -g
else ifeq "$(MODE)" "release"
  FLAGS = -O2
else
  FLAGS = none
endif
ifdef X
  ifneq ($(X),0)
    FLAGS += -DX=$(X)
  endif
endif
ifndef Y
FLAGS += -noy
endif
$(info $(MODE): $(FLAGS))
all:;
