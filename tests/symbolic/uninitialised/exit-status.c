// The status of a program is seen by whoever started it.
//@ exits: 7
#include <klee/klee.h>

int main(void)
{
	int status;
	if (klee_range(0, 2, "set"))
		status = 7;
	return status; //~ uninitialised
}
