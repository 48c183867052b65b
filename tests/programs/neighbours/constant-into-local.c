// A constant is left for a local, which could be written. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	char here[8] = "local", *text = "a constant";
	long far = (uintptr_t)here - (uintptr_t)text;
	printf("%s %c\n", here, text[9]);
	text[far] = 'L'; //~ out-of-bounds: write of 1 byte
	puts(here);
	return 0;
}
