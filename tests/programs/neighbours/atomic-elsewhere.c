// An atomic addition is an access like any other. ASan cannot see it: the access lands in a live neighbour.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static atomic_int hits[3], misses[4];

int main(void)
{
	long far = (long)((uintptr_t)misses - (uintptr_t)hits) / 4;
	atomic_fetch_add(&hits[2], 1);
	printf("%d\n", hits[2]);
	atomic_fetch_add(&hits[far], 1); //~ out-of-bounds: of global `hits` of 12 bytes
	return misses[0];
}
