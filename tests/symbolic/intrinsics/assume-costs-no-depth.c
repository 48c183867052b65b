// An assumption is no fork: it does not count towards the depth of a path.
//@ run: --max-depth 2
//@ exits: 1 2
#include <klee/klee.h>

int main(void)
{
	unsigned char bytes[8];
	klee_make_symbolic(bytes, sizeof bytes, "bytes");
	for (int i = 0; i < 8; i++)
		klee_assume(bytes[i] > 10);
	if (bytes[0] > 20)
		return 1;
	return 2;
}
