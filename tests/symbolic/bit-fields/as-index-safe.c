// The safe twin: 8 elements.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

struct key {
	unsigned row : 3, rest : 29;
};

static const char table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int main(void)
{
	struct key k;
	klee_make_symbolic(&k, sizeof k, "k");
	if (table[k.row] == 9)
		return 1;
	return 0;
}
