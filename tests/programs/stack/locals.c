// Locals of every size, all alive at once.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char a = 1;
	short b = 2;
	int c = 3;
	long d = 4;
	char e[5] = "five", f[100], g[1000];
	struct {
		char x;
		double y;
	} h = {6, 7.5};
	memset(f, 8, sizeof f);
	memset(g, 9, sizeof g);
	long *pd = &d;
	char *pa = &a;
	*pd += *pa;
	int sum = 0;
	for (unsigned i = 0; i < sizeof g; i++)
		sum += g[i] + (i < sizeof f ? f[i] : 0);
	printf("%d %d %d %ld %s %d %g %d\n", a, b, c, d, e, h.x, h.y, sum);
	return 0;
}
