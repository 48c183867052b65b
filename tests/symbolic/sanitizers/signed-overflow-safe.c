// The safe twin.
//@ cc: -fsanitize=signed-integer-overflow -fsanitize-trap=all
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	klee_assume(x < 2147483647);
	int y = x + 1;
	return y & 0;
}
