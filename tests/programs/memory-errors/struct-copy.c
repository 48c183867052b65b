// Copying a structure is an access of all of it.
#include <stdio.h>
#include <stdlib.h>

struct wide {
	char bytes[24];
};

int main(void)
{
	struct wide *p = malloc(20), w;
	w = *p; //~ out-of-bounds: read of 24 bytes
	printf("%d\n", w.bytes[0]);
	return 0;
}
