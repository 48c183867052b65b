// A strndup of the program's own: as many bytes of a long string as the input says.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

static char *prefix(const char *text, size_t n)
{
	size_t length = strlen(text);
	if (length > n)
		length = n;
	char *copy = malloc(length + 1);
	if (!copy)
		return 0;
	memcpy(copy, text, length);
	copy[length] = 0;
	return copy;
}

int main(void)
{
	char text[1001];
	size_t n;
	klee_make_symbolic(&n, sizeof n, "n");
#if RANGE
	klee_assume(n <= RANGE);
#endif
	memset(text, 't', 1000);
	text[1000] = 0;
	char *copy = prefix(text, n);
	if (!copy)
		return 1;
	if (n && n <= 1000)
		assert(copy[n - 1] == 't' && copy[n] == 0);
	free(copy);
	return 0;
}
