// Variadic functions called through pointers.
#include <stdarg.h>
#include <stdio.h>

static int largest(int count, ...)
{
	va_list list;
	va_start(list, count);
	int best = va_arg(list, int);
	while (--count > 0) {
		int next = va_arg(list, int);
		best = next > best ? next : best;
	}
	va_end(list);
	return best;
}

int main(void)
{
	int (*volatile f)(int, ...) = largest;
	int (*volatile print)(const char *, ...) = printf;
	print("%d %d\n", f(3, 5, 9, 7), f(1, -4));
	return print("") != 0;
}
