// Vectors of booleans and of bytes with masks.
#include <stdio.h>

typedef int v4 __attribute__((ext_vector_type(4)));
typedef char c8 __attribute__((ext_vector_type(8)));
typedef double d2 __attribute__((ext_vector_type(2)));

int main(void)
{
	v4 a = {1, 2, 3, 4}, b = {4, 3, 2, 1};
	v4 chosen = (a > b) ? a : b;
	printf("%d %d %d %d\n", chosen.x, chosen.y, chosen.z, chosen.w);
	printf("%d %d\n", __builtin_reduce_or(a > b), __builtin_reduce_and(a > 0));
	c8 c = {1, -1, 2, -2, 3, -3, 4, -4}, z = {};
	c8 absolute = c < z ? -c : c;
	printf("%d %d\n", absolute[1], absolute[7]);
	d2 d = {1.5, 2.5};
	d.xy = d.yx;
	d *= (d2){2, 4};
	printf("%g %g\n", d.x, d.y);
	v4 wide = a.wzyx + b.xxyy;
	printf("%d %d %d %d\n", wide[0], wide[1], wide[2], wide[3]);
	return 0;
}
