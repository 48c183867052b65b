// A page that may only be read is among the places; whoever writes there is told.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(void)
{
	char *pages[3];
	for (int i = 0; i < 3; i++)
		pages[i] = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	mprotect(pages[1], 4096, PROT_READ);
	unsigned i = klee_range(0, 3, "i");
	if (pages[i][5])
		return 2;
	pages[i][5] = 1; //~ read-only-write
	if (pages[2][5])
		return 1;
	return 0;
}
