// Eight blocks of a size are kept from reuse: a stale pointer still tells.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *stale = malloc(40);
	free(stale);
	for (int i = 0; i < 7; i++)
		free(malloc(40));
	int *fresh = calloc(1, 40);
	printf("%d %d\n", fresh == stale, fresh[9]);
	return *stale; //~ use-after-free
}
