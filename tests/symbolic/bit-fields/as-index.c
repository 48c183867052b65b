// A field of 3 bits as an index into 7 elements.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

struct key {
	unsigned row : 3, rest : 29;
};

static const char table[7] = {3, 1, 4, 1, 5, 9, 2};

int main(void)
{
	struct key k;
	klee_make_symbolic(&k, sizeof k, "k");
	if (table[k.row] == 9) //~ out-of-bounds
		return 1;
	return 0;
}
