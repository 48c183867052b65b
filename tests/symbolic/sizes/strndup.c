// At most n bytes of a string, and a terminator.
//@ exits: 0
#define _GNU_SOURCE
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	static const char text[] = "abcde";
	unsigned n = klee_range(0, 9, "n"), i = klee_range(0, 5, "i");
	unsigned length = n < 5 ? n : 5;
	char *p = strndup(text, n);
	assert(strlen(p) == length);
	assert(p[length] == 0);
	if (i < length)
		assert(p[i] == text[i]);
	free(p);
	return 0;
}
