// A hundred thousand calls deep, as a native stack of 8 MiB allows.
#include <stdio.h>

__attribute__((noinline)) static long depth(long n)
{
	return n == 0 ? 0 : 1 + depth(n - 1);
}

int main(void)
{
	printf("%ld\n", depth(100000));
	return 0;
}
