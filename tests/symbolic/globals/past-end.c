// A global array filled by a symbolic count.
//@ paths: 4
//@ exits: 0 1 2 3
#include <klee/klee.h>

static unsigned char stack[3], top;

static void push(unsigned char x)
{
	stack[top++] = x; //~ out-of-bounds
}

int main(void)
{
	int n = klee_range(0, 5, "n");
	for (int i = 0; i < n; i++)
		push(i);
	return top;
}
