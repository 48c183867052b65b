// An index into a local that may be the distance to another. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>

int main(void)
{
	char a[12] = {0}, b[12] = "neighbour";
	long far = (uintptr_t)b - (uintptr_t)a, i;
	klee_make_symbolic(&i, sizeof i, "i");
	klee_assume((i == 3) | (i == far));
	a[i] = 'x'; //~ out-of-bounds
	return b[0] != 'n' || a[3] != 'x';
}
