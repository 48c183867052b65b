// Arguments in registers and on the stack, of both kinds, and structures among them.
#include <stdarg.h>
#include <stdio.h>

struct pair {
	long a, b;
};

struct big {
	int values[10];
};

static double sum(int count, ...)
{
	va_list list, copy;
	va_start(list, count);
	va_copy(copy, list);
	double total = 0;
	for (int i = 0; i < count; i++)
		total += va_arg(list, int) + va_arg(list, double);
	struct pair p = va_arg(list, struct pair);
	struct big b = va_arg(list, struct big);
	total += p.a * 100 + p.b * 1000 + b.values[9];
	for (int i = 0; i < count; i++)
		total += va_arg(copy, int) * va_arg(copy, double);
	va_end(copy);
	va_end(list);
	return total;
}

int main(void)
{
	struct big b = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 7}};
	printf("%g\n", sum(3, 1, 0.5, 2, 1.5, 3, 2.5, (struct pair){1, 2}, b));
	printf("%g\n", sum(10, 1, .1, 2, .2, 3, .3, 4, .4, 5, .5, 6, .6, 7, .7, 8, .8, 9, .9, 10, 1.,
		(struct pair){3, 4}, b));
	return 0;
}
