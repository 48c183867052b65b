// The safe twin refuses what does not fit.
//@ paths: 5
//@ exits: 0 1 2 3
#include <klee/klee.h>

static unsigned char stack[3], top;

static void push(unsigned char x)
{
	if (top < sizeof stack)
		stack[top++] = x;
}

int main(void)
{
	int n = klee_range(0, 5, "n");
	for (int i = 0; i < n; i++)
		push(i);
	return top;
}
