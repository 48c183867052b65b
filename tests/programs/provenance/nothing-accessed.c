// No bytes at all may be asked of any place.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char text[4] = "abc", *empty = malloc(0), *heap = calloc(4, 1);
	volatile size_t none = 0, far = 1000;
	memcpy(text + 4, heap + 4, none);
	memset(heap + far, 1, none);
	memmove(text, text - far, none);
	printf("%d\n", memcmp(text + far, heap - far, none));
	char *same = empty + far - far;
	free(same);
	printf("%s %d\n", text, heap[3]);
	return 0;
}
