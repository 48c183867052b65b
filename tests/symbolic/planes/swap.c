// Elements at two symbolic places are exchanged again and again.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	short a[8];
	for (int k = 0; k < 8; k++)
		a[k] = k;
	unsigned i = klee_range(0, 8, "i"), j = klee_range(0, 8, "j");
	for (int round = 0; round < 4; round++) {
		short old = a[i];
		a[i] = a[j];
		a[j] = old;
	}
	int sum = 0;
	for (int k = 0; k < 8; k++)
		sum += a[k];
	klee_assert(sum == 28);
	klee_assert(a[i] == (short)i);
	return 0;
}
