// A static variable keeps its value between the calls of one path only.
//@ paths: 4
//@ exits: 1 2 3
#include <klee/klee.h>

static int count(void)
{
	static int calls;
	return ++calls;
}

int main(void)
{
	int x = klee_int("x");
	if (x & 1)
		count();
	if (x & 2)
		count();
	return count();
}
