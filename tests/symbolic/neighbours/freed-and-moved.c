// A freed block's pointer that the input moves into a live one. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	long far = (uintptr_t)b - (uintptr_t)a;
	int is_freed = klee_range(0, 2, "is_freed");
	char *p = a + (is_freed ? far : 0);
	if (is_freed)
		free(a);
	return p[klee_range(0, 8, "i")]; //~ use-after-free
}
