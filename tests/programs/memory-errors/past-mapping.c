// A mapping has bounds.
#include <stdio.h>
#include <sys/mman.h>

int main(void)
{
	char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	printf("%d\n", pages[8191]);
	return pages[8192]; //~ out-of-bounds: offset 8192
}
