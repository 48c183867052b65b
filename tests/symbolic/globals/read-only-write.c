// A constant is written when the index says so.
//@ exits: 0
#include <klee/klee.h>

static const int limits[2] = {1, 2};
static int values[2];

int main(void)
{
	int *p = values;
	if (klee_int("x") == 4)
		p = (int *)limits;
	p[1] = 3; //~ read-only-write
	return 0;
}
