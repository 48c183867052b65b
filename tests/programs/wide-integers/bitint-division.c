// Division of integers up to 128 bits of odd width.
// cflags: -std=c2x
#include <stdio.h>

int main(void)
{
	volatile _BitInt(100) a = ((_BitInt(100))1 << 98) - 7, b = -1000003;
	_BitInt(100) q = a / b, r = a % b;
	printf("%llx %llx %lld\n", (long long)(q >> 64), (long long)q, (long long)r);
	printf("%d\n", q * b + r == a);
	volatile unsigned _BitInt(77) c = ~(unsigned _BitInt(77))0, d = 12345678901;
	unsigned _BitInt(77) e = c / d, f = c % d;
	printf("%llx %llx\n", (long long)e, (long long)f);
	return 0;
}
