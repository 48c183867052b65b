// All checks at once, on a program that is right.
//@ cc: -fsanitize=undefined -fsanitize-trap=all
//@ exits: 0 1 2
#include <klee/klee.h>

int main(void)
{
	int list[3] = {1, 2, 3}, x = klee_int("x");
	unsigned i = klee_range(0, 3, "i");
	if (x == 0 || x == -1)
		return 1;
	int y = list[i] * 100 / x;
	if (y == 50)
		return 2;
	return 0;
}
