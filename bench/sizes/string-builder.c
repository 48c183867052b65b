// A string builder: two pieces of symbolic length, a terminator, and a look at both.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

struct text {
	char *bytes;
	size_t length;
};

static int add(struct text *t, char with, size_t n)
{
	if (n > SIZE_MAX - t->length - 1)
		return 0;
	char *bytes = realloc(t->bytes, t->length + n + 1);
	if (!bytes)
		return 0;
	memset(bytes + t->length, with, n);
	t->bytes = bytes;
	t->length += n;
	bytes[t->length] = 0;
	return 1;
}

static size_t length(const char *name)
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
	struct text t = {0};
	size_t n = length("n"), m = length("m");
	if (add(&t, 'a', n) && add(&t, 'b', m)) {
		assert(t.bytes[n] == (m ? 'b' : 0));
		assert(t.bytes[n + m] == 0);
		if (n)
			assert(t.bytes[n - 1] == 'a');
	}
	free(t.bytes);
	return 0;
}
