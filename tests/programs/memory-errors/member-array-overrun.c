// Bounds are those of the object: an overrun inside a structure is not seen, one out of it is.
#include <stdio.h>

struct record {
	char name[4];
	char tail[4];
};

int main(void)
{
	struct record r = {"abc", "xyz"};
	char *p = r.name;
	volatile int i = 4;
	printf("%c\n", p[i]);
	i = 8;
	p[i] = 'w'; //~ out-of-bounds: local `r` of 8 bytes
	return 0;
}
