// The compiler's own check of signed arithmetic, as a trap.
//@ cc: -fsanitize=signed-integer-overflow -fsanitize-trap=all
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	int y = x + 1; //~ abort
	return y & 0;
}
