// calloc(n, m): items of symbolic size, as many as the input says, and one of them.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef RANGE
#define RANGE 16
#endif

struct items {
	char *bytes;
	size_t count, size;
};

static char *item(const struct items *list, size_t i)
{
	return i < list->count ? list->bytes + i * list->size : 0;
}

int main(void)
{
	size_t count, size, i;
	klee_make_symbolic(&count, sizeof count, "count");
	klee_make_symbolic(&size, sizeof size, "size");
	klee_make_symbolic(&i, sizeof i, "i");
#if RANGE
	klee_assume((count <= RANGE) & (size <= RANGE));
#endif
	klee_assume(size > 0);
	struct items list = {calloc(count, size), count, size};
	if (!list.bytes)
		return 1;
	char *p = item(&list, i);
	if (p) {
		assert(p[size - 1] == 0);
		p[size - 1] = 1;
	}
	free(list.bytes);
	return 0;
}
