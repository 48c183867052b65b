// A match of LZ4 copies what was just written, also what it writes itself; it is checked before.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned room = klee_range(4, 10, "room"), at = 4;
	unsigned distance = klee_range(0, 7, "distance"), length = klee_range(0, 7, "length");
	char *out = malloc(room);
	for (unsigned i = 0; i < at; i++)
		out[i] = 'a' + i;
	if (distance == 0 || distance > at || length > room - at) {
		free(out);
		return 1;
	}
	for (unsigned i = 0; i < length; i++)
		out[at + i] = out[at + i - distance];
	unsigned i = klee_range(0, 6, "i");
	if (i < length)
		assert(out[at + i] == (char)('a' + at - distance + i % distance));
	free(out);
	return 0;
}
