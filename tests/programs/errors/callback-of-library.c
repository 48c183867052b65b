// A bad callback, called by the library.
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
	int list[] = {2, 1};
	puts("before");
	qsort(list, 2, sizeof *list, (int (*)(const void *, const void *))list); //~ bad-call in qsort
	return 0;
}
