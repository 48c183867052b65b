// A small printf: %c takes an argument, %% none.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdarg.h>

static int format(char *out, const char *f, ...)
{
	va_list list;
	int n = 0;
	va_start(list, f);
	for (; *f; f++) {
		if (*f == '%' && *++f == 'c')
			out[n++] = va_arg(list, int);
		else
			out[n++] = *f; //~ out-of-bounds
		if (!*f)
			break;
	}
	va_end(list);
	return n;
}

int main(void)
{
	char out[2], pattern[4];
	klee_make_symbolic(pattern, sizeof pattern, "pattern");
	klee_assume(pattern[0] != '%');
	pattern[3] = 0;
	if (pattern[2] == '%')
		return 0;
	return format(out, pattern, 'x', 'y', 'z', 0);
}
