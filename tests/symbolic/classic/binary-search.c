// The upper bound is the length, and then it is read.
//@ exits: 0 1
#include <klee/klee.h>

static const int list[5] = {2, 3, 5, 7, 11};

int main(void)
{
	int key = klee_int("key"), low = 0, high = 5;
	while (low <= high) {
		int middle = (low + high) / 2;
		if (list[middle] == key) //~ out-of-bounds
			return 1;
		if (list[middle] < key)
			low = middle + 1;
		else
			high = middle - 1;
	}
	return 0;
}
