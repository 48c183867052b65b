// A pointer into an inner block of each call down a recursion, used while all of them live, and after.
//@ exits: 10
#include <klee/klee.h>

static int *kept;

static int down(int depth, int *above)
{
	if (depth == 0)
		return *above;
	int sum;
	{
		int here = depth + *above;
		kept = &here;
		sum = down(depth - 1, &here);
	}
	return sum;
}

int main(void)
{
	int zero = 0, x = klee_range(0, 2, "x"), sum = down(4, &zero);
	if (x)
		return *kept; //~ use-after-scope
	return sum;
}
