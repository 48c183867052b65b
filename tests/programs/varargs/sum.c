// Sums of lists, with a count in front or an end mark.
#include <stdarg.h>
#include <stdio.h>

static int sum(int count, ...)
{
	va_list list;
	va_start(list, count);
	int total = 0;
	while (count-- > 0)
		total += va_arg(list, int);
	va_end(list);
	return total;
}

static double reals(double first, ...)
{
	va_list list;
	va_start(list, first);
	double total = 0;
	for (double x = first; x >= 0; x = va_arg(list, double))
		total += x;
	va_end(list);
	return total;
}

int main(void)
{
	printf("%d %d\n", sum(0), sum(1, 5));
	printf("%d\n", sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
	printf("%g\n", reals(0.5, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, -1.0));
	return 0;
}
