// strncpy leaves a long string without its end.
//@ exits: 0
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[5], copy[3];
	klee_make_symbolic(text, sizeof text, "text");
	text[4] = 0;
	strncpy(copy, text, sizeof copy);
	if (strlen(copy) > 10) //~ out-of-bounds in strlen
		return 1;
	return 0;
}
