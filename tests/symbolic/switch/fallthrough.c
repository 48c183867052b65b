// Falling through adds up.
//@ paths: 4
//@ exits: 0 1 3 7
#include <klee/klee.h>

int main(void)
{
	int sum = 0;
	switch (klee_int("x")) {
	case 3:
		sum += 4;
	case 2:
		sum += 2;
	case 1:
		sum += 1;
	}
	return sum;
}
