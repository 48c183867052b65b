// Callbacks with context, some of them the library's own functions.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void each(const int *items, int count, void (*f)(void *, int), void *context)
{
	for (int i = 0; i < count; i++)
		f(context, items[i]);
}

static void sum(void *context, int item) { *(long *)context += item; }

static void map(char *text, int (*f)(int))
{
	for (; *text; text++)
		*text = (char)f((unsigned char)*text);
}

int main(void)
{
	int items[] = {1, 2, 3, 4, 5};
	long total = 0;
	each(items, 5, sum, &total);
	char text[] = "Hello";
	map(text, toupper);
	printf("%ld %s ", total, text);
	map(text, tolower);
	double (*volatile functions[])(double) = {sqrt, floor, fabs};
	double x = 30.25;
	for (int i = 0; i < 3; i++)
		x = functions[i](x) - 10;
	printf("%s %g\n", text, x);
	return 0;
}
