// Records of two bytes, more of them than there are: those that were read may be looked at.
//@ run: --sym-stdin 8
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	unsigned count = klee_range(1, 7, "count"), i = klee_range(0, 6, "i");
	short *list = malloc(count * sizeof *list);
	size_t got = fread(list, sizeof *list, count, stdin);
	assert(got == (count < 4 ? count : 4));
	if (i < got && list[i] == 0x1234) {
		free(list);
		return 1;
	}
	free(list);
	return 0;
}
