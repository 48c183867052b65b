// Variadic arguments are copied too.
//@ exits: 0
#include <klee/klee.h>
#include <stdarg.h>

static int last(int count, ...)
{
	va_list list;
	va_start(list, count);
	int value = 0;
	while (count--)
		value = va_arg(list, int);
	va_end(list);
	return value;
}

int main(void)
{
	int unset;
	if (last(2, unset, 0))
		return 1;
	if (klee_range(0, 2, "which"))
		return 0;
	if (last(2, 0, unset)) //~ uninitialised
		return 1;
	return 0;
}
