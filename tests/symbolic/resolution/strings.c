// strlen, strcmp and strcpy on strings that the input chooses.
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	static const char *const words[] = {"a", "bcd", "efghi"};
	char *copies[3];
	for (int i = 0; i < 3; i++) {
		copies[i] = malloc(8);
		strcpy(copies[i], words[i]);
	}
	unsigned i = klee_range(0, 3, "i"), j = klee_range(0, 3, "j");
	assert(strlen(copies[i]) == 1 + 2 * i);
	strcpy(copies[j], words[i]);
	assert(strcmp(copies[j], words[i]) == 0);
	if (strcmp(copies[0], "efghi") == 0)
		return 1;
	if (strlen(copies[2]) == 1)
		return 2;
	return 0;
}
