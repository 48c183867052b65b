// A getline over a text in memory: the room for lines is of symbolic size, and grows where a line needs more.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

static const char text[] = "one\ntwenty-two\n\nthree hundred\n";

struct reader {
	const char *at, *end;
	char *line;
	size_t room;
};

static long next(struct reader *r)
{
	if (r->at == r->end)
		return -1;
	const char *newline = memchr(r->at, '\n', r->end - r->at);
	size_t length = (newline ? newline + 1 : r->end) - r->at;
	if (length + 1 > r->room) {
		char *line = realloc(r->line, length + 1);
		if (!line)
			return -1;
		r->line = line;
		r->room = length + 1;
	}
	memcpy(r->line, r->at, length);
	r->line[length] = 0;
	r->at += length;
	return (long)length;
}

int main(void)
{
	size_t room;
	klee_make_symbolic(&room, sizeof room, "room");
#if RANGE
	klee_assume(room <= RANGE);
#endif
	struct reader r = {text, text + sizeof text - 1, malloc(room), room};
	if (!r.line)
		return 1;
	long total = 0, length;
	while ((length = next(&r)) >= 0)
		total += length;
	assert(total == sizeof text - 1);
	assert(strcmp(r.line, "three hundred\n") == 0);
	free(r.line);
	return 0;
}
