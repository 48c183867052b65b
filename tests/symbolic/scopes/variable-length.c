// An array of variable length lives as long as its block, and variables beside it do, too.
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int n = klee_range(1, 4, "n"), *kept = 0, *beside = 0, sum = 0;
	for (int i = 0; i < n; i++) {
		int before = i, *pointer = &before;
		int list[n];
		int after = i;
		beside = &after;
		list[n - 1] = *beside + *pointer;
		kept = &list[n - 1];
		sum = *kept / 2;
	}
	if (n == 3)
		return *kept; //~ use-after-scope
	return sum;
}
