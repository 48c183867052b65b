// Following it is a mistake.
//@ run: --loops execute
//@ paths: 4
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int list[4] = {0};
	int n = klee_range(0, 5, "n");
	int *end = list + n;
	for (int *p = list; p != end; p++)
		*p = 0;
	return *end; //~ out-of-bounds
}
