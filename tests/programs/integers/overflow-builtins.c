// Arithmetic that says whether it fits.
#include <limits.h>
#include <stdio.h>

int main(void)
{
	int i;
	unsigned u;
	long l;
	signed char c;
	unsigned long ul;
	printf("%d %d\n", __builtin_add_overflow(INT_MAX, 1, &i), i);
	printf("%d %d\n", __builtin_sub_overflow(-5, 6, &i), i);
	printf("%d %d\n", __builtin_mul_overflow(1 << 20, 1 << 12, &i), i);
	printf("%d %u\n", __builtin_sub_overflow(3u, 4u, &u), u);
	printf("%d %ld\n", __builtin_mul_overflow(LONG_MAX / 3, 3, &l), l);
	printf("%d %ld\n", __builtin_mul_overflow(LONG_MIN, -1L, &l), l);
	printf("%d %d\n", __builtin_add_overflow(100, 100, &c), c);
	printf("%d %lu\n", __builtin_add_overflow(-1, 2L, &ul), ul);
	printf("%d %lu\n", __builtin_mul_overflow(-1, 2u, &ul), ul);
	return 0;
}
