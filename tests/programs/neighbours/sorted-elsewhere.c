// What qsort passes to its callback has left with its first argument. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b; //~ out-of-bounds: of global `first` of 12 bytes
}

static int first[3] = {3, 1, 2}, second[4] = {9, 8, 7, 6};

int main(void)
{
	long far = (long)((uintptr_t)second - (uintptr_t)first) / 4;
	qsort(first, 3, sizeof *first, compare);
	printf("%d\n", first[0]);
	qsort(first + far, 4, sizeof *first, compare);
	return second[0];
}
