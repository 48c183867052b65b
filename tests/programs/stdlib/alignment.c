// Allocations with alignments of their own.
#include <malloc.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	int wrong = 0;
	for (size_t align = 16; align <= 65536; align *= 2) {
		char *p = aligned_alloc(align, align * 2), *q = NULL;
		int failed = posix_memalign((void **)&q, align, 100);
		memset(p, 1, align * 2);
		memset(q, 2, 100);
		wrong += (uintptr_t)p % align != 0 || (uintptr_t)q % align != 0 || failed;
		free(p);
		free(q);
	}
	void *unused = &wrong;
	printf("%d %d %d\n", wrong, posix_memalign(&unused, 24, 10) == EINVAL, unused == &wrong);
	char *small = malloc(1);
	printf("%d\n", (int)((uintptr_t)small % 16));
	free(small);
	return 0;
}
