// Atomic operations are accesses as others are.
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	atomic_int *counters = calloc(2, sizeof *counters);
	printf("%d\n", atomic_fetch_add(&counters[1], 1));
	return atomic_fetch_add(&counters[2], 1); //~ out-of-bounds: offset 8 of a heap block of 8 bytes
}
