// Overflow checks of 128 bits, and builtins.
#include <stdio.h>

int main(void)
{
	__int128 most = (__int128)(~(unsigned __int128)0 >> 1), r;
	printf("%d ", __builtin_add_overflow(most, 1, &r));
	printf("%d\n", r < 0);
	printf("%d ", __builtin_mul_overflow(most / 2, 2, &r));
	printf("%d\n", r == most - 1);
	unsigned __int128 u;
	printf("%d ", __builtin_sub_overflow((unsigned __int128)3, 5, &u));
	printf("%d\n", u > 1000);
	long l;
	printf("%d %ld\n", __builtin_add_overflow(most, -most + 7, &l), l);
	unsigned __int128 x = (unsigned __int128)0xf0f0 << 60;
	printf("%d\n", __builtin_popcountll(x >> 64) + __builtin_popcountll(x));
	return 0;
}
