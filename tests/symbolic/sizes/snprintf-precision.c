// How much is printed, and how much there is room for, are both the input's.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	int size = klee_range(1, 6, "size"), precision = klee_range(0, 8, "precision");
	char *p = malloc(size);
	int length = snprintf(p, size, "%.*s", precision, "abcdef");
	assert(length == (precision < 6 ? precision : 6));
	assert((int)strlen(p) == (length < size ? length : size - 1));
	free(p);
	return 0;
}
