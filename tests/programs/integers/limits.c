// The ends of every range, and wrap-around where it is defined.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	printf("%d %d %u\n", SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
	printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
	printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
	unsigned u = UINT_MAX;
	unsigned long ul = 0;
	uint16_t h = 0;
	uint8_t b = 200;
	printf("%u %lx %u %u\n", u + 2, ul - 1, --h, (uint8_t)(b * 2));
	printf("%u\n", u * u);
	printf("%llu\n", (unsigned long long)u * u);
	int8_t small = INT8_MAX;
	small++;
	printf("%d %jd\n", small, INTMAX_MIN);
	return 0;
}
