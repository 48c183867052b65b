// A local is left for a global. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

struct setting {
	int key, value;
};

static struct setting settings[2] = {{1, 10}, {2, 20}};

int main(void)
{
	char from[12] = "0123456789";
	char *value = (char *)&settings[1].value;
	size_t far = (uintptr_t)value - (uintptr_t)from;
	printf("%c\n", from[9]);
	return from[far]; //~ out-of-bounds: of local `from` of 12 bytes
}
