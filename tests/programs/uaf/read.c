// Reading what was freed.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	*p = 7;
	printf("%d\n", *p);
	free(p);
	return *p; //~ use-after-free: read of 4 bytes
}
