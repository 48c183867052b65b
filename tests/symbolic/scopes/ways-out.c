// Blocks that are left by break, continue, goto and return: each ends the lives of their variables, and no other.
//@ exits: 1 3 4
#include <klee/klee.h>

static int *kept;

static int leave(int way)
{
	int *first = 0;
	for (int i = 0; i < 2; i++) {
		int inner = way;
		first = first ? first : &inner;
		kept = &inner;
		if (*kept == 1)
			break;
		if (*kept == 2)
			continue;
		if (*kept == 3)
			goto out;
		if (*kept == 4)
			return *kept;
		return *first;
	}
out:
	switch (way) {
	case 1:
		return way;
	case 2:
		return *first - 100; //~ use-after-scope
	}
	return way;
}

int main(void)
{
	int way = klee_range(1, 6, "way"), left = leave(way);
	if (way == 5)
		return *kept; //~ use-after-scope
	return way == 4 ? 4 : left == 1 ? 1 : left == 3 ? 3 : 2;
}
