// The safe twin makes room for as many.
//@ run: --sym-stdin 8
//@ exits: 0 1 2
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	unsigned char count;
	assert(read(0, &count, 1) == 1);
	if (count == 0 || count > 7)
		return 1;
	char *p = malloc(count);
	assert(read(0, p, count) == count);
	char last = p[count - 1];
	free(p);
	if (last == '\n')
		return 2;
	return 0;
}
