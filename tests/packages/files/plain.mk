# A small program of two parts.
CC = cc
CFLAGS = -O2
OBJECTS = main.o part.o

all: prog

prog: $(OBJECTS)
	$(CC) -o $@ $^

main.o: one.txt
	$(CC) $(CFLAGS) -c -o $@ $<
part.o: poem.txt fruit.txt
	@echo quietly
	$(CC) $(CFLAGS) -c \
	    -o $@ $(firstword $^)

clean:
	rm -f prog $(OBJECTS)

.PHONY: all clean
