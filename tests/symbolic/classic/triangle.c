// Three sides: no triangle, equilateral, isosceles or scalene.
//@ exits: 0 1 2 3
#include <klee/klee.h>

int main(void)
{
	int a = klee_range(1, 100, "a"), b = klee_range(1, 100, "b"), c = klee_range(1, 100, "c");
	if (a + b <= c || b + c <= a || c + a <= b)
		return 0;
	if (a == b && b == c)
		return 1;
	if (a == b || b == c || c == a)
		return 2;
	return 3;
}
