// A variable that is set in the first round alone is not set in the second.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int rounds = klee_range(0, 3, "rounds"), sum = 0;
	for (int i = 0; i < rounds; i++) {
		int round;
		if (i == 0)
			round = 1;
		if (round == 2) //~ uninitialised
			sum++;
	}
	return sum;
}
