// Even a smaller block is another one.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *old = calloc(16, 1);
	char *new = realloc(old, 4);
	printf("%d\n", new[3]);
	old[0] = 1; //~ use-after-free
	return 0;
}
