// An optimised program: the line is right though the function is gone.
// levels: 2
#include <stdio.h>
#include <stdlib.h>

static inline int get(const int *list, int i)
{
	return list[i]; //~ out-of-bounds: offset 16 of a heap block of 16 bytes
}

int main(int argc, char **argv)
{
	int *volatile list = calloc(4, sizeof *list);
	printf("%d\n", get(list, argc + 2));
	printf("%d\n", get(list, argc + 3));
	return 0;
}
