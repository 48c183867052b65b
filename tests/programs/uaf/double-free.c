// The same block, twice.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	void *p = malloc(32), *q = malloc(32);
	free(p);
	free(q);
	puts("once");
	free(p); //~ double-free: offset 0 of a heap block of 32 bytes
	return 0;
}
