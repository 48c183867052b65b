// The safe twin.
//@ paths: 3
//@ exits: 0 1 2
#include <klee/klee.h>

static int one = 1, two = 2;

static int *find(int key)
{
	if (key == 1)
		return &one;
	if (key == 2)
		return &two;
	return 0;
}

int main(void)
{
	int *p = find(klee_int("key"));
	if (!p)
		return 0;
	return *p;
}
