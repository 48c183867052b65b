// An array whose length is symbolic.
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int n = klee_range(1, 5, "n");
	char list[n];
	for (int i = 0; i < n; i++)
		list[i] = i;
	return list[0];
}
