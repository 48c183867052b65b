// Here it grows when there is no room for what is added; the terminator is forgotten.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *bytes;
	size_t length, room;
};

static void add(struct text *t, const char *from, size_t n)
{
	if (t->length + n > t->room) {
		t->room = t->length + 2 * n;
		t->bytes = realloc(t->bytes, t->room);
	}
	memcpy(t->bytes + t->length, from, n);
	t->length += n;
	t->bytes[t->length] = 0; //~ out-of-bounds
}

int main(void)
{
	struct text t = {malloc(8), 0, 8};
	add(&t, "abcde", klee_range(0, 6, "n"));
	add(&t, "vwxyz", klee_range(0, 6, "m"));
	free(t.bytes);
	return 0;
}
