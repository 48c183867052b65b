// What is freed is the block, or a place far from it where another one begins: as natively, either is freed.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	long far = (uintptr_t)b - (uintptr_t)a;
	free(a + klee_range(0, 2, "i") * far);
	return 0;
}
