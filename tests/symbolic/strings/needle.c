// strstr finds "ab" in three bytes at one of two places.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[4];
	klee_make_symbolic(text, sizeof text, "text");
	text[3] = 0;
	char *p = strstr(text, "ab");
	if (!p)
		return 0;
	if (p == text)
		return 1;
	return 2;
}
