// Any number is an address, if an object is there: a test for each of the two, and what is in neither is reported. ASan sees it.
//@ exits: 1 2 3
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *a = calloc(4, 1), *b = calloc(4, 1);
	*a = 1;
	*b = 2;
	uintptr_t at;
	klee_make_symbolic(&at, sizeof at, "at");
	if (at != (uintptr_t)a && at != (uintptr_t)b && at != 16)
		return 3;
	return *(char *)at; //~ null-dereference
}
