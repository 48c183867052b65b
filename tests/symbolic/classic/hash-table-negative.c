// The remainder of a negative hash is a negative index.
//@ exits: 0 1
#include <klee/klee.h>

static int buckets[8];

int main(void)
{
	signed char key;
	klee_make_symbolic(&key, sizeof key, "key");
	if (key < -1)
		return 1;
	int index = key * 31 % 8;
	buckets[index]++; //~ out-of-bounds
	return 0;
}
