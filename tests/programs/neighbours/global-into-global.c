// A global is left for another one, the classic way to become root. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

static char name[20];
static char is_root[4];

int main(void)
{
	long far = (uintptr_t)is_root - (uintptr_t)name;
	snprintf(name, sizeof name, "somebody");
	printf("%s %d\n", name, is_root[0]);
	name[far] = 1; //~ out-of-bounds: write of 1 byte
	printf("%d\n", is_root[0]);
	return 0;
}
