// Printing and warning change nothing.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	klee_print_expr("x is", x);
	klee_print_expr("x + 1 is", x + 1);
	klee_print_range("x", x);
	klee_warning("a warning");
	klee_warning_once("another");
	klee_stack_trace();
	klee_mark_global(&x);
	if (x + 1 == 7)
		return 1;
	return 0;
}
