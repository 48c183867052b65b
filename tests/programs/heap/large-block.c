// A block of 64 MiB, of which little is touched.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	size_t size = 64 << 20;
	char *p = calloc(size, 1);
	p[0] = 1, p[size / 2] = 2, p[size - 1] = 3;
	printf("%d %d %d %d\n", p[0], p[size / 2], p[size - 1], p[12345]);
	free(p);
	return 0;
}
