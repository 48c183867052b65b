// A string function reads by a pointer that has left its array. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char name[10] = "name", value[12] = "value";

int main(void)
{
	volatile long far = (uintptr_t)value - (uintptr_t)name;
	printf("%d\n", strcmp(name, value) < 0);
	printf("%d\n", strcmp(name + far, value)); //~ out-of-bounds: of global `name` of 10 bytes
	return 0;
}
