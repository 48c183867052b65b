// A loop that looks for a byte which is not there. ASan sees it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
	char *start, *at;
};

int main(void)
{
	struct text *t = malloc(sizeof *t);
	t->start = t->at = malloc(5);
	memcpy(t->start, "a=b;c", 5);
	for (int fields = 0; fields < 2; t->at++)
		if (*t->at == ';') //~ out-of-bounds: offset 5 of a heap block of 5 bytes
			fields++;
	printf("%ld\n", (long)(t->at - t->start));
	return 0;
}
