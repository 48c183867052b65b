// Set on one path only.
//@ exits: 1
#include <klee/klee.h>

int main(void)
{
	int result;
	if (klee_int("x") > 5)
		result = 1;
	if (result == 1) //~ uninitialised
		return 1;
	return 2;
}
