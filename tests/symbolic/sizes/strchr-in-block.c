// A character is looked for in a string in a block of symbolic size, and what is two places behind it is read.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 100, "n");
	char *s = malloc(n);
	klee_make_symbolic(s, n, "s");
	s[n - 1] = 0;
	const char *colon = strchr(s, ':');
	int result = 0;
	if (colon) {
		result = 1;
		if (colon[2] == '/') //~ out-of-bounds
			result = 2;
	}
	free(s);
	return result;
}
