// More arguments than registers, structures among them.
#include <stdio.h>

struct pair { long a, b; };
struct triple { int a, b, c; };

static long sum(int a, struct pair p, char b, double c, struct triple t, long d, float e, struct pair q,
	short f, unsigned char g, double h, struct triple u, int i)
{
	return a + p.a * 2 + p.b * 3 + b + (long)c + t.a + t.b * 5 + t.c * 7 + d + (long)e + q.a * 11 + q.b
		+ f + g + (long)h + u.c + i * 13;
}

int main(void)
{
	struct pair p = {1, 2};
	struct triple t = {3, 4, 5};
	long (*volatile indirect)(int, struct pair, char, double, struct triple, long, float, struct pair, short,
		unsigned char, double, struct triple, int) = sum;
	printf("%ld\n", sum(1, p, 2, 3.5, t, -4, 5.5f, p, -6, 250, 7.25, t, 8));
	printf("%ld\n", indirect(-1, p, -2, 1e6, t, 1L << 40, 5.5f, p, 6, 7, 8, t, 9));
	return 0;
}
