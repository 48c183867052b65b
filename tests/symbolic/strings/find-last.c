// strrchr against a loop by hand.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[4], *last = 0;
	klee_make_symbolic(text, sizeof text, "text");
	text[3] = 0;
	for (char *p = text; *p; p++)
		if (*p == '.')
			last = p;
	assert(strrchr(text, '.') == last);
	return 0;
}
