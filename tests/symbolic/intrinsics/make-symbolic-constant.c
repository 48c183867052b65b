// A constant does not become input.
#include <klee/klee.h>

static const int table[4] = {1, 2, 3, 4};

int main(void)
{
	klee_make_symbolic((void *)table, sizeof table, "table"); //~ user
	return table[0];
}
