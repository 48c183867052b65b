// The lookup of an unknown key gives null.
//@ paths: 2
//@ exits: 1 2
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
	return *find(klee_int("key")); //~ null-dereference
}
