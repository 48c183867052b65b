// Fields of a few bits, signed and not, across units.
#include <stdio.h>

struct flags {
	unsigned a : 1, b : 3, c : 7;
	signed d : 5;
	unsigned long e : 40;
	unsigned : 0;
	unsigned char f : 2;
};

int main(void)
{
	struct flags x = {1, 5, 100, -9, 0xfedcba9876, 3};
	printf("%zu: %u %u %u %d %llx %u\n", sizeof x, x.a, x.b, x.c, x.d, (unsigned long long)x.e, x.f);
	x.b += 6;
	x.c = 200;
	x.d = 17;
	x.e++;
	x.f--;
	x.a ^= 1;
	printf("%u %u %u %d %llx %u\n", x.a, x.b, x.c, x.d, (unsigned long long)x.e, x.f);
	int value = (x.d = 31);
	printf("%d\n", value);
	return 0;
}
