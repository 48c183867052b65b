// A function that promised not to return does so for one value.
//@ exits: 1 2
#include <klee/klee.h>
#include <stdlib.h>

__attribute__((noreturn)) static void fail(int status)
{
	if (status == 1)
		exit(1);
	if (status != 3)
		exit(2);
} //~ unreachable

int main(void)
{
	fail(klee_int("status"));
}
