// Integers of 129, 200 and 256 bits.
// cflags: -std=c2x
#include <stdio.h>

typedef unsigned _BitInt(256) u256;
typedef _BitInt(200) s200;
typedef unsigned _BitInt(129) u129;

static void show(u256 x)
{
	for (int i = 3; i >= 0; i--)
		printf("%016llx", (unsigned long long)(x >> 64 * i));
	puts("");
}

int main(void)
{
	u256 x = 1;
	for (int i = 1; i <= 50; i++)
		x *= (u256)i;
	show(x);
	show(x >> 77);
	show(x << 33);
	show(~x ^ (x >> 1));
	s200 s = -((s200)1 << 150) + 12345;
	s >>= 40;
	show((u256)s);
	u129 u = (u129)1 << 128;
	u += u - 1;
	show(u);
	printf("%d %d %d\n", s < 0, u == 3, (u256)u < x);
	printf("%zu %zu %zu\n", sizeof(u256), sizeof(s200), sizeof(u129));
	return 0;
}
