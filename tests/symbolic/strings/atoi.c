// atoi of two symbolic characters.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char text[3];
	klee_make_symbolic(text, sizeof text, "text");
	text[2] = 0;
	int x = atoi(text);
	assert(x >= -9 && x <= 99);
	assert(x != 73); //~ assertion
	return 0;
}
