// qsort calls back on symbolic values.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	unsigned char x = *(const unsigned char *)a, y = *(const unsigned char *)b;
	return x - y;
}

int main(void)
{
	unsigned char list[3];
	klee_make_symbolic(list, sizeof list, "list");
	qsort(list, 3, 1, compare);
	assert(list[0] <= list[1] && list[1] <= list[2]);
	return 0;
}
