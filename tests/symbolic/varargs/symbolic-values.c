// Symbolic values of several types passed through.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>
#include <stdarg.h>

static long pick(const char *types, ...)
{
	va_list list;
	long total = 0;
	va_start(list, types);
	for (; *types; types++)
		total += *types == 'i' ? va_arg(list, int) : va_arg(list, long);
	va_end(list);
	return total;
}

int main(void)
{
	int i = klee_int("i");
	long l;
	klee_make_symbolic(&l, sizeof l, "l");
	klee_assume(l >= 0);
	klee_assume(l < 1000);
	if (pick("ili", i, l, 5) == 1000005l + 2147483647)
		return 2;
	if (pick("li", l, i) == 77)
		return 1;
	return 0;
}
