// A null pointer among the arguments ends the list; it is missing on one path.
//@ exits: 2 3
#include <klee/klee.h>
#include <stdarg.h>

static int count(const char *first, ...)
{
	va_list list;
	int n = 0;
	va_start(list, first);
	for (const char *p = first; p; p = va_arg(list, const char *))
		n += p[0] != 0;
	va_end(list);
	return n;
}

int main(void)
{
	const char *last = 0;
	if (klee_int("more") > 5)
		last = "c";
	return count("a", "b", last, (char *)0);
}
