// 128 bits to floats and back.
#include <stdio.h>

int main(void)
{
	volatile __int128 big = (__int128)1 << 100, negative = -big - 1;
	volatile unsigned __int128 most = ~(unsigned __int128)0;
	printf("%a %a %a\n", (double)big, (double)negative, (double)most);
	printf("%a %a\n", (float)big, (float)negative);
	volatile double d = 1.5e30;
	volatile float f = -2.5e25f;
	__int128 from = (__int128)d, down = (__int128)f;
	printf("%llx %llx\n", (unsigned long long)(from >> 64), (unsigned long long)from);
	printf("%llx %llx\n", (unsigned long long)(down >> 64), (unsigned long long)down);
	unsigned __int128 up = (unsigned __int128)d;
	printf("%d\n", up == (unsigned __int128)from);
	return 0;
}
