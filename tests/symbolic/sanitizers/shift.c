// A shift distance checked by the compiler.
//@ cc: -fsanitize=shift-exponent -fsanitize-trap=all
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned n = klee_range(0, 40, "n");
	unsigned x = 1u << n; //~ abort
	return x & 0;
}
