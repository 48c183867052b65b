// One element more than there are.
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b; //~ out-of-bounds: offset 20 of local `list` of 20 bytes
}

int main(void)
{
	int list[5] = {5, 4, 3, 2, 1};
	qsort(list, 6, sizeof *list, compare);
	printf("%d\n", list[0]);
	return 0;
}
