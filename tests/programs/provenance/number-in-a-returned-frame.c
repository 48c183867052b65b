// A number that lies where the frame of a call was, which has returned, belongs to nothing: back in the array all is well.
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	int table[8] = {1, 2, 3, 9};
	printf("start\n");
	uintptr_t number = (uintptr_t)table + 128 * sizeof(int);
	printf("%d\n", ((int *)number)[3 - 128]);
	return 0;
}
