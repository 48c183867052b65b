// strchr finds the first of several, or nothing.
//@ exits: 0 1 2 3
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[4];
	klee_make_symbolic(text, sizeof text, "text");
	text[3] = 0;
	char *slash = strchr(text, '/');
	if (!slash)
		return 0;
	assert(*slash == '/');
	if (slash == text)
		return 1;
	if (slash == text + 1)
		return 2;
	return 3;
}
