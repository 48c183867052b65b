// strspn counts the digits at the start.
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[3];
	klee_make_symbolic(text, sizeof text, "text");
	text[2] = 0;
	size_t n = strspn(text, "01");
	assert(n <= 2);
	if (n == 0)
		return 0;
	if (n == 1)
		return 1;
	return 2;
}
