// Accesses at odd addresses are fine as long as they are inside.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned char *p = malloc(17);
	for (int i = 0; i < 17; i++)
		p[i] = i * 11;
	for (int i = 0; i < 9; i++)
		printf("%llx ", (unsigned long long)*(uint64_t *)(p + i));
	*(uint32_t *)(p + 13) = 0xdeadbeef;
	printf("%x %x\n", p[13], p[16]);
	double d;
	*(double *)(p + 1) = 0.5;
	memcpy(&d, p + 1, sizeof d);
	printf("%g\n", d);
	free(p);
	return 0;
}
