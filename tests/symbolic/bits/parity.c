// Two bytes of equal parity have an even number of different bits.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	if (__builtin_parity(a) != __builtin_parity(b))
		return 1;
	assert(__builtin_popcount(a ^ b) % 2 == 0);
	return 0;
}
