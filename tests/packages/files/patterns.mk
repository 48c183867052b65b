SOURCES = left.txt right.txt
all: $(SOURCES:%.txt=out/%.o) poem.up

out/%.o: %.txt | out
	translate $< to $@, stem $*
out:
	mkdir $@
%.up: %.txt
	upper $< > $@
.SUFFIXES: .txt .low
.txt.low:
	lower $< > $@
%.o: %.s
