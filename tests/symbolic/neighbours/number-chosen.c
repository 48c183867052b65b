// A number is the address of one object or of the other, and a pointer to that one.
//@ exits: 1 2
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(8, 1);
	a[3] = 1;
	b[3] = 2;
	uintptr_t far = (uintptr_t)b - (uintptr_t)a;
	uintptr_t at = (uintptr_t)a + klee_range(0, 2, "i") * far;
	char *p = (char *)at + 3;
	return *p;
}
