// An object with methods, chosen by input; one of them aborts.
//@ exits: 5
#include <klee/klee.h>
#include <stdlib.h>

struct shape {
	int (*area)(const struct shape *);
	int size;
};

static int square(const struct shape *s)
{
	return s->size * s->size + 1;
}

static int unknown(const struct shape *s)
{
	(void)s;
	abort(); //~ abort
}

int main(void)
{
	struct shape shapes[2] = {{square, 2}, {unknown, 3}};
	struct shape *s = &shapes[klee_range(0, 2, "i")];
	return s->area(s);
}
