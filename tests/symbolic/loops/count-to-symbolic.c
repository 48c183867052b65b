// A loop that runs 0 to 5 times.
//@ run: --loops execute
//@ paths: 6
//@ exits: 0 1 3 6 10 15
#include <klee/klee.h>

int main(void)
{
	unsigned char n;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_assume(n <= 5);
	int sum = 0;
	for (int i = 1; i <= n; i++)
		sum += i;
	return sum;
}
