// Variables of a loop's body that hold what depends on the input, at a symbolic place, too: gone with their round.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned at = (unsigned)klee_range(0, 4, "at");
	int *last = 0, found = 0;
	for (int i = 0; i < 2; i++) {
		int table[4] = {1, 2, 3, 4};
		table[at] = (int)at + 10 * i;
		if (last && at == 1)
			found = last[at]; //~ use-after-scope
		last = table;
		found += table[at] == 9;
	}
	return found;
}
