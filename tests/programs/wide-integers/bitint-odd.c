// Integers of 3, 17, 33 and 63 bits wrap at their own width.
// cflags: -std=c2x
#include <stdio.h>

struct odd { _BitInt(3) a; unsigned _BitInt(17) b; _BitInt(33) c; unsigned _BitInt(63) d; };

int main(void)
{
	unsigned _BitInt(17) u17 = 131071;
	unsigned _BitInt(3) u3 = 6;
	_BitInt(33) s33 = 4294967295wb;
	unsigned _BitInt(63) u63 = -1;
	u17 += 2;
	u3 += 5;
	s33 = s33 * -1 - 1;
	printf("%d %d %lld %llx\n", (int)u17, (int)u3, (long long)s33, (unsigned long long)u63);
	struct odd o = {-4, 99999, -5, 1ull << 62}, copy = o;
	copy.a >>= 1;
	copy.b /= 7;
	copy.c %= 3;
	copy.d >>= 60;
	printf("%d %d %d %d\n", (int)copy.a, (int)copy.b, (int)copy.c, (int)copy.d);
	unsigned _BitInt(17) array[4] = {1, 2, 3};
	for (int i = 0; i < 3; i++)
		array[3] += array[i] << 15;
	printf("%d %zu\n", (int)array[3], sizeof array);
	return 0;
}
