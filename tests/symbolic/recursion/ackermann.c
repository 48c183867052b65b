// A doubly recursive function with small symbolic arguments.
//@ paths: 5
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

static int ackermann(int m, int n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ackermann(m - 1, 1);
	return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void)
{
	int m = klee_range(0, 3, "m"), n = klee_range(0, 2, "n");
	assert(ackermann(m, n) <= 5);
	return 0;
}
