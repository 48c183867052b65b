// Numbers in front of a local are in nothing, however near the local before it ends: back in it all is well.
//@ exits: 1
#include <klee/klee.h>
#include <stdint.h>

int main(void)
{
	char before[8] = "before", here[8] = "here";
	int k = klee_range(1, 8, "k");
	uintptr_t number = (uintptr_t)here - k;
	char *p = (char *)number;
	if (p[k] == 'h' && before[0] == 'b')
		return 1;
	return 0;
}
