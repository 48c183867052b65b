// Reductions and element-wise builtins.
#include <stdio.h>

typedef int v8 __attribute__((vector_size(32)));
typedef unsigned u4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

int main(void)
{
	v8 a = {5, -3, 9, 2, -8, 7, 1, 0}, b = {1, 2, 3, 4, 5, 6, 7, 8};
	printf("%d %d %d\n", __builtin_reduce_add(a), __builtin_reduce_max(a), __builtin_reduce_min(a));
	v8 m = __builtin_elementwise_max(a, b), n = __builtin_elementwise_abs(a);
	printf("%d %d %d %d\n", m[1], m[2], n[4], n[1]);
	u4 u = {1, 2, 4, 0xf0};
	printf("%u %u %u\n", __builtin_reduce_or(u), __builtin_reduce_and(u | 0x10), __builtin_reduce_xor(u));
	u4 p = __builtin_elementwise_popcount(u);
	printf("%u %u\n", p[3], __builtin_reduce_mul(u));
	f4 f = {1.5f, -2.5f, 0.5f, 2.0f}, g = __builtin_elementwise_floor(f);
	printf("%g %g %g\n", g[0], g[1], g[2]);
	return 0;
}
