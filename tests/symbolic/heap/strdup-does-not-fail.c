// What strdup allocates is not the program's own call, and does not fail.
//@ run: --malloc-fail 3
//@ exits: 0
//@ paths: 1
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *copy = strdup("text");
	copy[0] = 'n';
	free(copy);
	return 0;
}
