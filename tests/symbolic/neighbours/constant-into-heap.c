// Any index into a constant, among them those of a heap block. ASan cannot see all of it: some indices land in a live neighbour.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

static const char digits[4] = "0101";

int main(void)
{
	char *b = calloc(8, 1);
	unsigned long i;
	klee_make_symbolic(&i, sizeof i, "i");
	if (digits[i] + *b == '1') //~ out-of-bounds
		return 1;
	return 0;
}
