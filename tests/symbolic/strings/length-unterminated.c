// Nothing ends the string: strlen runs past the array.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[3];
	klee_make_symbolic(text, sizeof text, "text");
	assert(strlen(text) < 3); //~ out-of-bounds in strlen
	return 0;
}
