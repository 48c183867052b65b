// memcmp does not stop at a zero byte.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	unsigned char a[4];
	klee_make_symbolic(a, sizeof a, "a");
	if (memcmp(a, "x\0yz", 4) == 0) {
		assert(a[0] == 'x' && a[1] == 0 && a[2] == 'y' && a[3] == 'z');
		return 1;
	}
	return 0;
}
