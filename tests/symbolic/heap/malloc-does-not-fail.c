// Without --malloc-fail no allocation fails.
//@ exits: 0
//@ paths: 1
#include <stdlib.h>

int main(void)
{
	int *number = malloc(sizeof *number);
	*number = 7;
	free(number);
	return 0;
}
