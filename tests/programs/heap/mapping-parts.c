// Parts of a mapping: emptied, given back, cut off.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

int main(void)
{
	const size_t page = 4096;
	char *p = mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memset(p, 'x', 4 * page);
	printf("%d ", madvise(p + page, page, MADV_DONTNEED));
	printf("%d %d %d\n", p[page - 1], p[page], p[2 * page]);
	printf("%d\n", mremap(p, (size_t)-1, 16 * page, MREMAP_MAYMOVE) == MAP_FAILED);
	printf("%d %d\n", mremap(p, 4 * page, 3 * page, 0) == p, p[2 * page]);
	printf("%d %d\n", munmap(p, page), p[2 * page]);
	printf("%d\n", munmap(p + page, 2 * page));
	return 0;
}
