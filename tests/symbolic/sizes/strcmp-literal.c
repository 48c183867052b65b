// A string in a block of symbolic size is a word only if the block has room for it.
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 100, "n");
	char *s = malloc(n);
	klee_make_symbolic(s, n, "s");
	s[n - 1] = 0;
	int result = 0;
	if (!strcmp(s, "hello"))
		result = 1;
	else if (!strncmp(s, "help", 4))
		result = 2;
	assert(!result || (n > 4 && s[2] == 'l'));
	free(s);
	return result;
}
