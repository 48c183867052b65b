// A structure is assigned by a pointer from elsewhere. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct point {
	int x, y, z;
};

int main(void)
{
	struct point *first = calloc(2, sizeof *first), *second = calloc(3, sizeof *second), p = {1, 2, 3};
	char *moved = (char *)first + ((uintptr_t)second - (uintptr_t)first);
	first[1] = p;
	printf("%d %d\n", first[1].z, second->z);
	*(struct point *)moved = p; //~ out-of-bounds: write of 12 bytes
	return second->z;
}
