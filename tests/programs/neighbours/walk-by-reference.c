// A function moves the caller's pointer. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int take(const unsigned char **p, long width)
{
	int byte = **p; //~ out-of-bounds: of local `header` of 6 bytes
	*p += width;
	return byte;
}

int main(void)
{
	unsigned char header[6] = {1, 2, 3, 4, 5, 6}, *body = calloc(16, 1);
	const unsigned char *p = header;
	long far = (uintptr_t)body - (uintptr_t)header;
	int sum = take(&p, 5) + take(&p, far - 5) + take(&p, 1);
	printf("%d\n", sum);
	return 0;
}
