// Integers to floats and back, rounding included.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	volatile int64_t l = 9007199254740993;
	volatile uint64_t u = 18446744073709551615u;
	volatile int i = 16777217;
	printf("%.0f %.0f %.0f\n", (double)l, (double)u, (double)(float)i);
	printf("%a %a\n", (float)l, (float)u);
	volatile double d = -3.99, big = 1e18, half = 4294967295.5;
	printf("%d %lld %u\n", (int)d, (long long)big, (unsigned)half);
	printf("%d %u %d\n", (signed char)d, (unsigned char)200.7, (short)-1.5f);
	volatile uint64_t top = (uint64_t)1.5e19;
	printf("%llu\n", (unsigned long long)top);
	volatile float f = (float)0.1;
	printf("%.17g %d\n", f, f == 0.1);
	return 0;
}
