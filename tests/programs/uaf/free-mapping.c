// What mmap gave, munmap takes.
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(void)
{
	char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	page[0] = 'm';
	printf("%c\n", page[0]);
	free(page); //~ invalid-free
	return 0;
}
