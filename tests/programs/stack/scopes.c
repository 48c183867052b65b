// The same block entered again; static locals keep their value.
#include <stdio.h>

static int next(void)
{
	static int count = 10;
	return count++;
}

int main(void)
{
	for (int i = 0; i < 4; i++) {
		int inner[3] = {i, next()};
		int *p = inner;
		{
			int i = 100;
			p[2] = i + inner[0];
		}
		printf("%d %d %d\n", inner[0], inner[1], inner[2]);
	}
	return 0;
}
