// A mapping that is gone.
#include <stdio.h>
#include <sys/mman.h>

int main(void)
{
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	page[4095] = 'x';
	printf("%c\n", page[4095]);
	munmap(page, 4096);
	return page[0]; //~ use-after-free
}
