// A literal's index is computed, and may be a local's. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 1
#include <klee/klee.h>
#include <stdint.h>

int main(void)
{
	char b[4] = "xyz";
	const char *text = "aaa";
	long far = (uintptr_t)b - (uintptr_t)text;
	long i = klee_range(0, 3, "i"), k = klee_range(0, 2, "k");
	if (text[i + k * far] == 'a') //~ out-of-bounds
		return 1;
	return 0;
}
