// Comparisons give masks; selections use them.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));

static void show(v4 v)
{
	printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
}

int main(void)
{
	v4 a = {1, 5, -3, 0}, b = {1, 4, 2, -1};
	show(a == b);
	show(a != b);
	show(a > b);
	show(a <= b);
	v4 mask = a < b;
	show((a & mask) | (b & ~mask));
	f4 f = {1, 2, __builtin_nanf(""), -0.0f}, g = {1, 3, 1, 0};
	show(f < g);
	show(f == g);
	show(f != g);
	d2 d = {1.5, -2}, e = {1.5, -3};
	l2 l = d > e;
	printf("%ld %ld\n", l[0], l[1]);
	return 0;
}
