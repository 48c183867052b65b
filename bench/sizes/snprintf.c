// snprintf of a string with a symbolic precision, into a block of symbolic size.
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef RANGE
#define RANGE 16
#endif

int main(void)
{
	static const char name[] = "vellum";
	int size, precision;
	klee_make_symbolic(&size, sizeof size, "size");
	klee_make_symbolic(&precision, sizeof precision, "precision");
#if RANGE
	klee_assume((size <= RANGE) & (precision <= RANGE));
#endif
	klee_assume((size > 0) & (precision >= 0));
	char *text = malloc(size);
	if (!text)
		return 1;
	int length = snprintf(text, size, "%.*s", precision, name);
	assert(length <= precision && length <= (int)strlen(name));
	assert(strlen(text) < (size_t)size);
	free(text);
	return 0;
}
