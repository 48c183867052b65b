// The result of realloc is put where the old pointer was: when it fails, the block is lost, and null is used.
//@ run: --malloc-fail 1
//@ exits: 0 1
//@ native: unseen
#include <stdlib.h>

int main(void)
{
	char *block = malloc(2);
	if (!block)
		return 1;
	block = realloc(block, 100);
	block[50] = 1; //~ null-dereference
	free(block);
	return 0;
}
