// A page in the middle of a mapping was given back.
#include <sys/mman.h>

int main(void)
{
	char *p = mmap(0, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	p[4096] = 1;
	munmap(p + 4096, 4096);
	p[8192] = 2;
	return p[4096]; //~ out-of-bounds: in a page that may not be accessed
}
