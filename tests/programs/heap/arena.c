// An allocator of the program's own, out of one block.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena {
	char *base, *next, *end;
};

static void *take(struct arena *a, size_t size)
{
	size = (size + 15) & ~(size_t)15;
	if ((size_t)(a->end - a->next) < size)
		return NULL;
	void *p = a->next;
	a->next += size;
	return p;
}

int main(void)
{
	struct arena a;
	a.base = a.next = malloc(256);
	a.end = a.base + 256;
	int taken = 0;
	char *p;
	while ((p = take(&a, 20 + taken))) {
		memset(p, taken, 20 + taken);
		taken++;
	}
	printf("%d blocks, %td bytes\n", taken, a.next - a.base);
	free(a.base);
	return 0;
}
