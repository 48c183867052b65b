// With --malloc-fail, malloc may return null; the program does not look.
//@ run: --malloc-fail 1
//@ exits: 0
//@ native: unseen
#include <stdlib.h>

int main(void)
{
	int *number = malloc(sizeof *number);
	*number = 7; //~ null-dereference
	free(number);
	return 0;
}
