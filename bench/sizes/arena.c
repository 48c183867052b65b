// An arena that hands out parts of one block: requests of symbolic size, rounded up to words.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

enum { SIZE = 4096 };

struct arena {
	char *bytes;
	size_t used;
};

static void *take(struct arena *a, size_t n)
{
	if (n > SIZE - a->used)
		return 0;
	void *p = a->bytes + a->used;
	a->used += (n + 7) & ~(size_t)7;
	return p;
}

static size_t request(const char *name)
{
	size_t n;
	klee_make_symbolic(&n, sizeof n, name);
#if RANGE
	klee_assume(n <= RANGE);
#endif
	return n;
}

int main(void)
{
	struct arena a = {malloc(SIZE), 0};
	size_t n = request("n"), m = request("m");
	char *first = take(&a, n), *second = first ? take(&a, m) : 0;
	if (second) {
		memset(first, 'f', n);
		memset(second, 's', m);
		if (n)
			assert(first[n - 1] == 'f');
		if (m)
			assert(second[m - 1] == 's');
	}
	free(a.bytes);
	return 0;
}
