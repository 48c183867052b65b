// The safe twin: reading the constant, writing the variable.
//@ paths: 2
//@ exits: 0 2
#include <klee/klee.h>

static const int limits[2] = {1, 2};
static int values[2];

int main(void)
{
	const int *p = values;
	if (klee_int("x") == 4)
		p = limits;
	values[0] = p[1];
	return values[0];
}
