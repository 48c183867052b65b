// A list walked twice, and handed on.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *format(const char *pattern, ...)
{
	va_list list, again;
	va_start(list, pattern);
	va_copy(again, list);
	int len = vsnprintf(NULL, 0, pattern, list);
	char *text = malloc(len + 1);
	vsprintf(text, pattern, again);
	va_end(again);
	va_end(list);
	return text;
}

static int first(va_list *list) { return va_arg(*list, int); }

static int alternate(int count, ...)
{
	va_list list;
	va_start(list, count);
	int total = 0;
	for (int i = 0; i < count; i++)
		total += i % 2 ? -first(&list) : va_arg(list, int);
	va_end(list);
	return total;
}

int main(void)
{
	char *text = format("%s-%d-%5.2f-%c", "abc", 42, 3.14159, 'z');
	puts(text);
	free(text);
	printf("%d\n", alternate(5, 10, 1, 10, 2, 10));
	return 0;
}
