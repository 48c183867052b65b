// The longest word does not fit the smallest block.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	static const char *const words[] = {"a", "bcd", "efghi"};
	char *copies[3];
	for (int i = 0; i < 3; i++)
		copies[i] = malloc(4 + i);
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	strcpy(copies[i], words[j]); //~ out-of-bounds in strcpy
	return 0;
}
