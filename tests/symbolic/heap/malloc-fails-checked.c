// The safe twin: each of three allocations may fail, but one on a path, and errno says why.
//@ run: --malloc-fail 1
//@ exits: 0 1 2 3
//@ paths: 4
#include <errno.h>
#include <stdlib.h>

int main(void)
{
	char *first = malloc(1);
	if (!first)
		return errno == ENOMEM ? 1 : 9;
	char *second = calloc(2, 2);
	if (!second) {
		free(first);
		return errno == ENOMEM ? 2 : 9;
	}
	char *third = aligned_alloc(64, 64);
	free(second);
	free(first);
	if (!third)
		return errno == ENOMEM ? 3 : 9;
	free(third);
	return 0;
}
