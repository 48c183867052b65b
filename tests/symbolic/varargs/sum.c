// The number of arguments is symbolic, at most as many as were passed.
//@ paths: 4
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdarg.h>

static int sum(int count, ...)
{
	va_list list;
	int total = 0;
	va_start(list, count);
	for (int i = 0; i < count; i++)
		total += va_arg(list, int);
	va_end(list);
	return total;
}

int main(void)
{
	int n = klee_range(0, 4, "n");
	assert(sum(n, 1, 2, 3) == n * (n + 1) / 2);
	return 0;
}
