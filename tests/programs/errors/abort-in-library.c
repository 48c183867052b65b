// The comparison is in the program, the call in the library.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int check(int x)
{
	if (x > 2)
		abort(); //~ abort
	return x;
}

static int compare(const void *a, const void *b)
{
	return check(*(const int *)a) - *(const int *)b;
}

int main(void)
{
	int list[] = {1, 2, 3};
	puts("before");
	qsort(list, 3, sizeof *list, compare);
	return 0;
}
