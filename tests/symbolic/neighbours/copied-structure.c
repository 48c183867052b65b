// A cursor in a structure goes by value through calls before it is used. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

struct cursor {
	char *at;
	long left;
};

static struct cursor skip(struct cursor c, long by)
{
	c.at += by;
	c.left -= by;
	return c;
}

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	long far = (uintptr_t)b - (uintptr_t)a;
	struct cursor c = {a, 8}, *kept = malloc(sizeof *kept);
	*kept = skip(c, klee_range(0, 2, "i") ? far : 7);
	c = skip(*kept, 0);
	return *c.at; //~ out-of-bounds
}
