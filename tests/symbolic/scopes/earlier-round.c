// A pointer to a variable of an earlier round, while that of a later round lives: two variables, not one.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int *kept = 0, sum = 0;
	int when = klee_range(0, 5, "when");
	for (int i = 0; i < 4; i++) {
		int round = i;
		if (i == 0)
			kept = &round;
		if (i == when)
			sum += *kept; //~ use-after-scope
	}
	return sum;
}
