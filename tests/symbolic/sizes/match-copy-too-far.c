// The match may begin before all that was written.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned at = klee_range(1, 6, "at"), distance = klee_range(1, 8, "distance"), length = klee_range(0, 5, "length");
	char *out = malloc(at + length);
	memset(out, 'a', at);
	const char *from = out + at - distance;
	for (unsigned i = 0; i < length; i++)
		out[at + i] = from[i]; //~ out-of-bounds
	free(out);
	return 0;
}
