// strtol in base 16, and where it stopped.
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char text[3], *end;
	klee_make_symbolic(text, sizeof text, "text");
	text[2] = 0;
	klee_assume(text[0] != 0);
	long x = strtol(text, &end, 16);
	if (end == text)
		return 0;
	if (x == 0xfe)
		return 1;
	assert(end - text <= 2 && x < 256 && x > -16);
	return 2;
}
