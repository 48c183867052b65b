// An array of a loop's body: what an earlier round wrote is not there in a later one.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int rounds = klee_range(1, 4, "rounds"), sum = 0;
	for (int i = 0; i < rounds; i++) {
		char line[8];
		if (i < 2)
			for (int k = 0; k < 8; k++)
				line[k] = 'a';
		if (line[rounds] == 'b') //~ uninitialised
			sum++;
	}
	return sum;
}
