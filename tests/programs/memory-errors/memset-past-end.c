// sizeof of the wrong thing.
#include <stdlib.h>
#include <string.h>

struct big {
	int data[10];
};

int main(void)
{
	struct big *p = malloc(sizeof p);
	memset(p, 0, sizeof *p); //~ out-of-bounds: write of 40 bytes
	free(p);
	return 0;
}
