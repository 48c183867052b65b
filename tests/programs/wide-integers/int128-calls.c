// 128 bits in arguments, structures, arrays, variadic lists and switches.
#include <stdarg.h>
#include <stdio.h>

typedef __int128 wide;
struct pair { char c; wide w; };

static wide sum(int a, wide b, int c, struct pair p, wide d, wide e, wide f)
{
	return a + b * 2 + c + p.w + p.c + d + e * 3 + f;
}

static wide last(int count, ...)
{
	va_list list;
	va_start(list, count);
	wide x = 0;
	while (count--)
		x = x * 3 + va_arg(list, int) + va_arg(list, wide);
	va_end(list);
	return x;
}

int main(void)
{
	wide one = 1, big = one << 70, table[3] = {big, -big, one};
	struct pair p = {5, big + 1};
	wide r = sum(1, big, 2, p, table[1], table[2], table[0]);
	printf("%llx %llx\n", (long long)(r >> 64), (long long)r);
	r = last(3, 1, big, 2, -big, 3, one);
	printf("%llx %llx %zu\n", (long long)(r >> 64), (long long)r, sizeof p);
	wide *at = table;
	*at++ += 7;
	printf("%llx\n", (long long)*--at);
	return 0;
}
