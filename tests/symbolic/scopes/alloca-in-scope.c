// What alloca makes outlives the block it was called in; the block's own variable does not.
//@ exits: 5
#include <alloca.h>
#include <klee/klee.h>

int main(void)
{
	int *kept = 0, *gone = 0;
	int x = klee_range(0, 2, "x");
	for (int i = 0; i < 3; i++) {
		int inner = i;
		gone = &inner;
		int *made = alloca(sizeof *made);
		*made = 5 + *gone;
		if (!kept)
			kept = made;
	}
	if (x)
		return *gone; //~ use-after-scope
	return *kept;
}
