-include added.mk nowhere.mk
$(info ADDED=$(ADDED) $(MAKEFILE_LIST))
all:;
