// A range of memory checked without touching it.
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	char list[4] = {0};
	int x = klee_int("x");
	klee_check_memory_access(list, 4);
	klee_check_memory_access(list + 1, 3);
	if (x == 1)
		klee_check_memory_access(list + 1, 4); //~ out-of-bounds
	if (x == 2)
		return 1;
	return 0;
}
