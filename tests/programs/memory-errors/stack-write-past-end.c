// A string that does not fit, copied by hand.
#include <stdio.h>

static void copy(char *to, const char *from)
{
	while ((*to++ = *from++)) //~ out-of-bounds: offset 8 of local `name` of 8 bytes
		;
}

int main(void)
{
	char name[8];
	copy(name, "seven c");
	puts(name);
	copy(name, "eight ch");
	puts(name);
	return 0;
}
