// A search that relies on a sentinel which one value overwrites.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned char text[4] = {1, 2, 3, 0};
	unsigned char at = klee_range(0, 4, "at");
	text[at] = 9;
	int i = 0;
	while (text[i]) //~ out-of-bounds
		i++;
	return i - 3;
}
