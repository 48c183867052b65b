// A byte of input is where a global's name ends, as far as that is checked. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>

static char name[8];
static char is_root;

int main(void)
{
	long far = (uintptr_t)&is_root - (uintptr_t)name;
	unsigned char n;
	klee_make_symbolic(&n, sizeof n, "n");
	long i = n < 8 ? n : far;
	name[i] = 1; //~ out-of-bounds
	return is_root;
}
