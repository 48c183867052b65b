// A pointer as a number and back is the same pointer, for every kind of object.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int global[3] = {1, 2, 3};
static const int constant[3] = {4, 5, 6};

static int through(uintptr_t number)
{
	return *(int *)number;
}

int main(void)
{
	int local[3] = {7, 8, 9}, *heap = calloc(3, sizeof *heap);
	heap[2] = 10;
	printf("%d %d\n", through((uintptr_t)global), through((uintptr_t)&constant[2]));
	printf("%d %d\n", through((uintptr_t)(local + 1)), through((uintptr_t)heap + 8));
	free((void *)(uintptr_t)heap);
	return 0;
}
