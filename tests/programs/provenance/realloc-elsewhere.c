// A pointer moved to the start of another block makes that one grow, as it does natively.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *first = calloc(24, 1), *second = calloc(40, 1);
	long far = (uintptr_t)second - (uintptr_t)first;
	printf("%d %d\n", first[0], second[0]);
	second = realloc(first + far, 80);
	return second[0];
}
