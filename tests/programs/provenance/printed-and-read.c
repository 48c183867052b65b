// A pointer is printed, and what was printed is a pointer again.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *block = calloc(4, sizeof *block), local = 7;
	char text[64];
	void *read;
	block[3] = 5;
	snprintf(text, sizeof text, "%p", (void *)(block + 2));
	sscanf(text, "%p", &read);
	printf("%d\n", ((int *)read)[1]);
	snprintf(text, sizeof text, "%" PRIdPTR, (intptr_t)&local);
	printf("%d\n", *(int *)(intptr_t)strtoll(text, NULL, 10));
	free((int *)read - 2);
	return 0;
}
