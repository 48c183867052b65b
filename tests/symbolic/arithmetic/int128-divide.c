// A 128-bit division by a symbolic byte.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned char d;
	klee_make_symbolic(&d, sizeof d, "d");
	unsigned __int128 x = (unsigned __int128)1 << 100;
	unsigned __int128 q = x / d; //~ division-by-zero
	return (int)q & 0;
}
