// An aligned place inside of a larger block, which is found again by what is in front of it.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *take(size_t align, size_t size)
{
	char *block = malloc(size + align + sizeof(void *));
	uintptr_t at = ((uintptr_t)block + sizeof(void *) + align - 1) & -(uintptr_t)align;
	((void **)at)[-1] = block;
	return (void *)at;
}

static void release(void *p)
{
	free(((void **)p)[-1]);
}

int main(void)
{
	for (size_t align = 8; align <= 4096; align *= 8) {
		char *p = take(align, 20);
		memset(p, 'x', 20);
		printf("%d %c\n", (int)((uintptr_t)p % align), p[19]);
		release(p);
	}
	return 0;
}
