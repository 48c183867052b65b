// strlcpy copies what fits and says how long the string is. Debian 12's own C library does not have it.
//@ exits: 0 1
//@ native: none
#define _GNU_SOURCE
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 5, "n"), size = klee_range(1, 5, "size");
	char *s = malloc(n), room[8] = "#######";
	klee_make_symbolic(s, n, "s");
	s[n - 1] = 0;
	size_t len = strlen(s), copied = len < size ? len : size - 1;
	assert(strlcpy(room, s, size) == len);
	assert(room[copied] == 0 && room[copied + 1] == '#' && (copied == 0 || room[copied - 1] == s[copied - 1]));
	free(s);
	return copied < len;
}
