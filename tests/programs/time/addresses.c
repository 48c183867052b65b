// And addresses.
// native: differs
#include <stdio.h>
#include <stdlib.h>

static int global;

int main(int argc, char **argv)
{
	int local;
	printf("%p %p %p %p %p %p\n", (void *)&local, (void *)&global, malloc(10), malloc(10000), (void *)main,
		(void *)argv);
	return 0;
}
