// The safe twin: the pointer is kept and not followed.
//@ paths: 2
//@ exits: 3
#include <klee/klee.h>

static int fallback = 3;

static int *choose(int x, int *local)
{
	*local = x;
	if (x == 12)
		return local;
	return &fallback;
}

int main(void)
{
	int room, *p = choose(klee_int("x"), &room);
	if (p == &room)
		return *p - 9;
	return *p;
}
