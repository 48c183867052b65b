// With `,all`, what strdup allocates may fail, too.
//@ run: --malloc-fail 1,all
//@ exits: 0
//@ native: unseen
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *copy = strdup("text");
	copy[0] = 'n'; //~ null-dereference
	free(copy);
	return 0;
}
