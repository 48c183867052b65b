// Plain gotos, forwards, backwards and out of nested loops.
#include <stdio.h>

int main(void)
{
	int i = 0, found = -1;
again:
	if (i++ < 3)
		goto again;
	for (int x = 1; x < 20; x++)
		for (int y = 1; y < 20; y++)
			if (x * x + y * y == 169 && x > y) {
				found = x * 100 + y;
				goto out;
			}
out:
	printf("%d %d\n", i, found);
	if (found > 0)
		goto inside;
	while (i < 8) {
		printf("%d ", i);
inside:
		i += 2;
	}
	puts("");
	return 0;
}
