// Shuffles, conversions and element access with an index.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef int v8 __attribute__((vector_size(32)));
typedef short s4 __attribute__((vector_size(8)));
typedef float f4 __attribute__((vector_size(16)));

static void show(v4 v)
{
	printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
}

int main(void)
{
	v4 a = {10, 11, 12, 13}, b = {20, 21, 22, 23};
	show(__builtin_shufflevector(a, b, 3, 2, 1, 0));
	show(__builtin_shufflevector(a, b, 0, 4, 1, 5));
	v8 both = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
	show(__builtin_shufflevector(both, both, 6, 4, 2, 0));
	volatile int index = 2;
	a[index] = 99;
	printf("%d %d\n", a[index], b[index + 1]);
	f4 f = __builtin_convertvector(a, f4) / 2;
	printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
	s4 s = __builtin_convertvector(a + 70000, s4);
	printf("%d %d %d %d\n", s[0], s[1], s[2], s[3]);
	union { v4 v; char bytes[16]; } u = {a};
	printf("%d %d\n", u.bytes[0], u.bytes[8]);
	return 0;
}
