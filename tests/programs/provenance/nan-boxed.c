// Values that are doubles, or pointers in what would be no number.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t BOX = 0xfffc000000000000;

static double box(void *p)
{
	uint64_t bits = BOX | (uintptr_t)p;
	double d;
	memcpy(&d, &bits, sizeof d);
	return d;
}

static void print(double d)
{
	uint64_t bits;
	memcpy(&bits, &d, sizeof bits);
	if ((bits & BOX) == BOX)
		printf("%s\n", (char *)(uintptr_t)(bits & ~BOX));
	else
		printf("%g\n", d);
}

int main(void)
{
	char *heap = strdup("heap"), local[] = "local";
	double values[5] = {1.5, box(heap), -2, box(local + 1), box("constant")};
	for (int i = 0; i < 5; i++)
		print(values[i]);
	free(heap);
	return 0;
}
