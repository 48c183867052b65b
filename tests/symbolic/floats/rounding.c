// A tenth taken ten times is not one.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int n = klee_range(9, 11, "n");
	volatile double sum = 0;
	for (int i = 0; i < n; i++)
		sum += 0.1;
	if (n == 10 && sum == 1.0)
		return 2;
	if (sum < 0.95)
		return 1;
	return 0;
}
