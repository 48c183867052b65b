// A string that was never ended.
//@ exits: 3
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[8];
	memcpy(text, "abc", 3);
	if (klee_range(0, 2, "end"))
		text[3] = 0;
	return (int)strlen(text); //~ uninitialised in strlen
}
