// Copies and fills of more bytes than are moved one by one, of several blocks, at places that depend on the input.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static char source[512];

int main(void)
{
	char *blocks[3];
	for (int i = 0; i < 3; i++) {
		blocks[i] = calloc(1, 512);
		if (!blocks[i])
			return 0;
	}
	unsigned which = klee_range(0, 3, "which"), at = klee_range(0, 200, "at");
	memset(source, 7, sizeof source);
	memcpy(blocks[which] + at, source, 300);
	klee_assert(blocks[which][at] == 7 && blocks[which][at + 299] == 7);
	klee_assert(blocks[1][250] == (which == 1 ? 7 : 0));
	memset(blocks[which] + at, 9, 312);
	klee_assert(blocks[which][at + 311] == 9 && blocks[1][0] == (which == 1 && at == 0 ? 9 : 0));
	unsigned other = klee_range(0, 3, "other"), length = klee_range(0, 400, "length");
	memcpy(blocks[other] + 100, source + 100, length);
	klee_assert(length == 0 || blocks[other][100] == 7);
	klee_assert(length < 400 || blocks[other][499] == 7);
	return 0;
}
