// Shifts by an amount per element, and odd element counts.
#include <stdio.h>

typedef unsigned u4 __attribute__((vector_size(16)));
typedef int v4 __attribute__((vector_size(16)));
typedef float f3 __attribute__((ext_vector_type(3)));
typedef unsigned short h8 __attribute__((vector_size(16)));

int main(void)
{
	u4 a = {1, 2, 0x80000000, 0xffffffff}, n = {0, 5, 31, 7}, l = a << n, r = a >> n;
	v4 s = (v4)a >> (v4)n;
	for (int i = 0; i < 4; i++)
		printf("%x %x %x\n", l[i], r[i], s[i]);
	f3 x = {1, 2, 3}, y = x * 2 + x.zyx;
	printf("%g %g %g %zu\n", y.x, y.y, y.z, sizeof y);
	x.xz = y.yy;
	printf("%g %g %g\n", x[0], x[1], x[2]);
	h8 h = {1, 2, 3, 4, 5, 6, 7, 8};
	h = (h << 12) | (h >> 2);
	for (int i = 0; i < 8; i++)
		printf("%x ", h[i]);
	puts("");
	return 0;
}
