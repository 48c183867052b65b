// Fetching an argument that was not passed.
#include <stdarg.h>
#include <stdio.h>

static int sum(int count, ...)
{
	va_list list;
	va_start(list, count);
	int total = 0;
	while (count-- > 0)
		total += va_arg(list, int); //~ out-of-bounds
	va_end(list);
	return total;
}

int main(void)
{
	printf("%d\n", sum(2, 1, 2));
	printf("%d\n", sum(3, 1, 2));
	return 0;
}
