// The safe twin.
//@ exits: 0 1
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[5], copy[4];
	klee_make_symbolic(text, sizeof text, "text");
	text[4] = 0;
	if (strlen(text) >= sizeof copy)
		return 1;
	strcpy(copy, text);
	return strcmp(copy, text) != 0;
}
