// Deep and irregular recursion.
#include <stdio.h>

static unsigned long calls;

static unsigned ackermann(unsigned m, unsigned n)
{
	calls++;
	if (m == 0)
		return n + 1;
	return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

int main(void)
{
	unsigned result = ackermann(2, 30);
	printf("%u in %lu calls\n", result, calls);
	return 0;
}
