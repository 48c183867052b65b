// Moving bytes of which nobody knows which were written, over themselves.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *p = malloc(600);
	for (int i = 4; i < 300; i++)
		p[i] = i % 100;
	unsigned i = klee_range(0, 4, "i");
	p[i] = 9;
	memmove(p, p + 8, 200);
	assert(p[0] == 8 && p[191] == 99);
	int third = p[i] == 11;
	free(p);
	if (third)
		return 1;
	return 0;
}
