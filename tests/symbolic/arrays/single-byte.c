// Listing 1 of the paper on layered objects: each path changes one byte of an array, one of them at a symbolic place.
//@ paths: 2
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char x[100] = { 0 };
	char *y = calloc(100, 1);
	int input = klee_int("input");
	// Not ||, which would be two branches.
	if ((input >= 100) | (input < 1))
		x[0] = x[0] + 1;
	else
		x[input] = x[input] + 5;
	assert(y[99] == 0 && x[0] <= 1);
	free(y);
	return 0;
}
