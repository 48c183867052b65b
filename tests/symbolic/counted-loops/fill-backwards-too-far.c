// The signed index goes one below the first element.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int n = klee_range(-2, 30, "n"), end = klee_range(-1, 1, "end");
	char p[32];
	for (int i = n; i >= end; i--)
		p[i] = 1; //~ out-of-bounds
	return 0;
}
