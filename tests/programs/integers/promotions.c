// Promotions and conversions, as surprising as they are.
#include <stdio.h>

int main(void)
{
	unsigned char uc = 255;
	signed char sc = -1;
	unsigned short us = 65535;
	short s = -1;
	unsigned u = 1;
	printf("%d %d %d\n", uc + 1, sc << 1, us * 2);
	printf("%d %d %d\n", sc < u, s < us, -1 < (unsigned char)1);
	printf("%d %u\n", (char)200, (unsigned)sc);
	printf("%ld %lu\n", (long)sc, (unsigned long)sc);
	printf("%d %d\n", ~uc, (unsigned char)~uc);
	uc += 10;
	sc -= 128;
	us++;
	printf("%d %d %d\n", uc, sc, us);
	printf("%d %d\n", -7 / 2, -7 % 2);
	printf("%d %d %u\n", -7 >> 1, (int)((unsigned)-7 >> 28), 1u << 31);
	printf("%zu %zu\n", sizeof(uc + uc), sizeof(uc, uc));
	return 0;
}
