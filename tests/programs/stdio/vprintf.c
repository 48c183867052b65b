// The v-family, and a logger made of it.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int level;

__attribute__((format(printf, 2, 3))) static void say(int at, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	if (at <= level) {
		printf("[%d] ", at);
		vprintf(format, list);
		putchar('\n');
	}
	va_end(list);
}

static char *text(const char *format, ...)
{
	char *result;
	va_list list;
	va_start(list, format);
	vasprintf(&result, format, list);
	va_end(list);
	return result;
}

int main(void)
{
	for (level = 0; level < 3; level++) {
		say(1, "%s is %5.1f%%", "load", 12.34);
		say(2, "%c%c%c", 'a', 'b', 'c');
	}
	char *t = text("%08.3f|%-6s|%+d", 3.14159, "pi", 7);
	puts(t);
	free(t);
	fprintf(stderr, "%s\n", "an error");
	return 0;
}
