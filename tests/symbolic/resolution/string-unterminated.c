// One of the strings has no end.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *words[3];
	for (int i = 0; i < 3; i++) {
		words[i] = calloc(4, 1);
		memset(words[i], 'a', i + 2);
	}
	unsigned i = klee_range(0, 3, "i");
	if (strlen(words[i]) == 3) //~ out-of-bounds in strlen
		return 1;
	return 0;
}
