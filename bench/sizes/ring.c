// A ring buffer of symbolic size; what is put into it goes around its end in at most two parts.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

struct ring {
	char *bytes;
	size_t size, head;
};

static void put(struct ring *r, char with, size_t n)
{
	size_t first = r->size - r->head;
	if (first > n)
		first = n;
	memset(r->bytes + r->head, with, first);
	memset(r->bytes, with, n - first);
	r->head += n;
	if (r->head >= r->size)
		r->head -= r->size;
}

int main(void)
{
	unsigned size, head, n;
	klee_make_symbolic(&size, sizeof size, "size");
	klee_make_symbolic(&head, sizeof head, "head");
	klee_make_symbolic(&n, sizeof n, "n");
#if RANGE
	klee_assume(size <= RANGE);
#endif
	klee_assume((head < size) & (n <= size));
	struct ring r = {calloc(size, 1), size, head};
	if (!r.bytes)
		return 1;
	put(&r, 'x', n);
	assert(r.head < size);
	if (n)
		assert(r.bytes[head] == 'x');
	free(r.bytes);
	return 0;
}
