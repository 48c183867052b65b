// A match of an LZ4-like decoder: so many bytes from so far back, after as many literals as the input says.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

struct output {
	char *bytes;
	size_t size, used;
};

static int match(struct output *o, size_t distance, size_t length)
{
	if (distance == 0 || distance > o->used || length > o->size - o->used)
		return 0;
	if (distance == 1)
		memset(o->bytes + o->used, o->bytes[o->used - 1], length);
	else if (distance >= length)
		memcpy(o->bytes + o->used, o->bytes + o->used - distance, length);
	else
		return 0;
	o->used += length;
	return 1;
}

int main(void)
{
	size_t size, literals;
	unsigned short distance, length;
	klee_make_symbolic(&size, sizeof size, "size");
	klee_make_symbolic(&literals, sizeof literals, "literals");
	klee_make_symbolic(&distance, sizeof distance, "distance");
	klee_make_symbolic(&length, sizeof length, "length");
#if RANGE
	klee_assume(size <= RANGE);
#endif
	klee_assume(literals <= size);
	struct output o = {malloc(size), size, literals};
	if (!o.bytes)
		return 1;
	memset(o.bytes, 'l', literals);
	if (match(&o, distance, length) && length)
		assert(o.bytes[o.used - 1] == 'l');
	free(o.bytes);
	return 0;
}
