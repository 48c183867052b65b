// What was written at symbolic places is written over at known ones: nothing of it is left.
//@ exits: 0
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	int a[16] = { 0 };
	unsigned i = klee_range(0, 16, "i");
	for (int round = 0; round < 20; round++) {
		a[i] = round;
		a[(i + round) % 16] = 2 * round;
		for (int k = 0; k < 16; k++)
			a[k] = k + round;
		klee_assert(a[3] == 3 + round);
	}
	klee_assert(a[i] == (int)i + 19);
	return 0;
}
