// At -O2 the copy is a single operation; it is checked all the same.
// levels: 0 2
#include <stdlib.h>
#include <string.h>

struct wide {
	char bytes[100];
};

int main(void)
{
	struct wide *volatile from = calloc(1, sizeof *from), *volatile to = malloc(sizeof *to - 1);
	memcpy(to, from, sizeof *to); //~ out-of-bounds: write of 100 bytes
	return 0;
}
