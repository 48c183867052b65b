// 128 bits in switches, conditions and loops.
#include <stdio.h>

static int which(unsigned __int128 x)
{
	switch (x) {
	case 0:
		return 1;
	case (unsigned __int128)1 << 64:
		return 2;
	case ~(unsigned __int128)0:
		return 3;
	}
	return 0;
}

int main(void)
{
	unsigned __int128 x = 1;
	printf("%d %d %d %d\n", which(0), which(x << 64), which(-x), which(x));
	int bits = 0;
	for (unsigned __int128 i = 1; i; i <<= 1)
		bits++;
	printf("%d %d\n", bits, x ? 1 : 2);
	__int128 s = -5;
	while (s++ < 0)
		bits--;
	printf("%d %d\n", bits, !s);
	return 0;
}
