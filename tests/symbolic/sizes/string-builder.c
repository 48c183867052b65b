// A string grows by as much as is added, and a terminator.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *bytes;
	size_t length;
};

static void add(struct text *t, const char *from, size_t n)
{
	t->bytes = realloc(t->bytes, t->length + n + 1);
	memcpy(t->bytes + t->length, from, n);
	t->length += n;
	t->bytes[t->length] = 0;
}

int main(void)
{
	struct text t = {0};
	unsigned n = klee_range(0, 6, "n"), m = klee_range(0, 6, "m"), i = klee_range(0, 10, "i");
	add(&t, "abcde", n);
	add(&t, "vwxyz", m);
	assert(strlen(t.bytes) == n + m);
	if (i < n + m)
		assert(t.bytes[i] == (i < n ? "abcde"[i] : "vwxyz"[i - n]));
	free(t.bytes);
	return 0;
}
