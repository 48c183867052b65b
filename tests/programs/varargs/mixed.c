// Every kind of argument, more of each than there are registers.
#include <stdarg.h>
#include <stdio.h>

static void show(const char *kinds, ...)
{
	va_list list;
	va_start(list, kinds);
	for (; *kinds; kinds++)
		switch (*kinds) {
		case 'i': printf("%d ", va_arg(list, int)); break;
		case 'l': printf("%ld ", va_arg(list, long)); break;
		case 'd': printf("%g ", va_arg(list, double)); break;
		case 's': printf("%s ", va_arg(list, char *)); break;
		case 'p': printf("%d ", *va_arg(list, int *)); break;
		case 'f': printf("%d ", va_arg(list, int (*)(void))()); break;
		}
	va_end(list);
	puts("");
}

static int nine(void) { return 9; }

int main(void)
{
	int x = 5;
	char c = 'c';
	short s = -3;
	float f = 1.5f;
	show("ildspf", 1, 2L, 3.0, "four", &x, nine);
	show("iiid", c, s, (unsigned char)255, f);
	show("ididididididididid", 1, .1, 2, .2, 3, .3, 4, .4, 5, .5, 6, .6, 7, .7, 8, .8, 9, .9);
	show("");
	return 0;
}
