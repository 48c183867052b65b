// An offset from itself leads to another object. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

struct link {
	int32_t offset;
};

static int target = 5;
static struct link link;

static int follow(const struct link *l)
{
	return *(const int *)((const char *)l + l->offset); //~ out-of-bounds: of global `link` of 4 bytes
}

int main(void)
{
	link.offset = (intptr_t)&target - (intptr_t)&link;
	printf("%d\n", follow(&link));
	return 0;
}
