// long double in arguments, structures and variadic lists.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

struct number { int kind; long double value; };

static struct number scale(struct number n, long double by)
{
	n.value *= by;
	n.kind++;
	return n;
}

static long double sum(int count, ...)
{
	va_list list;
	va_start(list, count);
	long double total = 0;
	while (count--)
		total += va_arg(list, long double);
	va_end(list);
	return total;
}

int main(void)
{
	struct number n = scale(scale((struct number){1, 1.25L}, 3), 0.1L);
	printf("%d %.15Lg %zu\n", n.kind, n.value, sizeof n);
	printf("%Lg\n", sum(3, 1.5L, 2.25L, -0.75L));
	printf("%.15Lg %.15Lg %Lg\n", sqrtl(2), sinl(1), fabsl(-3.5L));
	return 0;
}
