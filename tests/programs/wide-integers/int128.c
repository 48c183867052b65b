// 128 bits: arithmetic, shifts, comparisons, and printing by hand.
#include <stdio.h>

static void show(__int128 x)
{
	char text[64], *p = text + sizeof text;
	unsigned __int128 u = x < 0 ? -(unsigned __int128)x : (unsigned __int128)x;
	*--p = 0;
	do
		*--p = '0' + (int)(u % 10);
	while (u /= 10);
	if (x < 0)
		*--p = '-';
	puts(p);
}

int main(void)
{
	volatile __int128 a = ((__int128)0x0123456789abcdef << 64) | 0xfedcba9876543210, b = -12345678901234567;
	show(a + b);
	show(a - b);
	show(a * b);
	show(a / b);
	show(a % b);
	show(b / 7);
	for (int n = 0; n < 128; n += 17) {
		show(a >> n);
		show(b >> n);
		show((__int128)((unsigned __int128)a << n));
	}
	printf("%d %d %d\n", a < b, (unsigned __int128)a < (unsigned __int128)b, a == b);
	show(~a ^ (b & 0xffff));
	return 0;
}
