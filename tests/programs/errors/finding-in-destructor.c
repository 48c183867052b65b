// And wrong after it.
#include <stdio.h>
#include <stdlib.h>

static int *data;

__attribute__((destructor)) static void late(void)
{
	printf("%d\n", *data); //~ use-after-free
}

int main(void)
{
	data = malloc(sizeof *data);
	*data = 3;
	free(data);
	return 0;
}
