// Locals with alignments of their own.
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>

static int check(void)
{
	alignas(64) char line[10];
	alignas(256) int page = 1;
	char odd;
	alignas(32) double d[3];
	return ((uintptr_t)line % 64) + ((uintptr_t)&page % 256) + ((uintptr_t)d % 32) + ((uintptr_t)&odd & 0);
}

int main(void)
{
	int sum = 0;
	for (int i = 0; i < 10; i++)
		sum += check();
	printf("%d\n", sum);
	return 0;
}
