// One path for each case and one for the rest.
//@ paths: 5
//@ exits: 0 10 20 30 40
#include <klee/klee.h>

int main(void)
{
	switch (klee_int("x")) {
	case 0:
		return 10;
	case 1:
		return 20;
	case 2:
		return 30;
	case 3:
		return 40;
	}
	return 0;
}
