// The library is handed a freed block's pointer that leads to a live string. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *freed = strdup("freed text"), *live = strdup("live");
	long far = (uintptr_t)live - (uintptr_t)freed;
	printf("%zu\n", strlen(live));
	free(freed);
	printf("%zu\n", strlen(freed + far)); //~ use-after-free: of a heap block of 11 bytes
	return 0;
}
