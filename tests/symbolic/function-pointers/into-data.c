// The table of functions holds the address of data on one path.
//@ exits: 4
#include <klee/klee.h>

static int data[4];

static int four(void)
{
	return 4;
}

int main(void)
{
	void *p = (void *)four;
	if (klee_int("x") == 99)
		p = data;
	return ((int (*)(void))p)(); //~ bad-call
}
