// The input is in the low bits of a pointer.
//@ exits: 5 6 7 8
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	int *a = malloc(sizeof *a);
	*a = 5;
	uintptr_t tagged = (uintptr_t)a | klee_range(0, 4, "tag");
	int tag = tagged & 3;
	int *p = (int *)(tagged & ~(uintptr_t)3);
	*p += tag;
	switch (*a) {
	case 5:
		return 5;
	case 6:
		return 6;
	case 7:
		return 7;
	default:
		return 8;
	}
}
