// GNU statement expressions and nested conditionals.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })

int main(void)
{
	int i = 3, j = 8;
	int m = MAX(i++, MAX(j--, 5));
	printf("%d %d %d\n", m, i, j);
	double d = MAX(1.5, i);
	printf("%g\n", d);
	const char *size = d < 1 ? "small" : d < 2 ? "middle" : d < 5 ? "large" : "huge";
	puts(size);
	return ({ int k = 0; while (k < 10) k += 3; k; }) != 12;
}
