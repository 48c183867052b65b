// `-fsanitize=function` looks at the bytes before a function: a call through the right type passes, also of the C library's functions.
//@ cc: -fsanitize=function -fsanitize-trap=all
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int three(int a, int b, int c) { return a + b + c; }

int main(void)
{
	int (*const table[])(int, int) = { add, sub, (int (*)(int, int))three };
	int (*volatile magnitude)(int) = abs;
	int which = klee_range(0, 3, "which");

	if (which < 2)
		return table[which](1, 1) == 0 ? which != 1 : table[which](1, 1) - 2;
	return table[which](1, magnitude(-1)); //~ abort
}
