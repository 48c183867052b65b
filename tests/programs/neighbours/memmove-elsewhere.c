// A move inside of what it leads to, by a pointer from elsewhere. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char here[10] = "here", *text = strdup("0123456789");
	long far = (uintptr_t)text - (uintptr_t)here;
	memmove(text, text + 1, 9);
	printf("%s %s\n", here, text);
	memmove(text, here + far + 1, 9); //~ out-of-bounds: of local `here` of 10 bytes
	return 0;
}
