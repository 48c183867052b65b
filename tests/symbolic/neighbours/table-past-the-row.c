// A pointer from a table, kept and then moved to where another row is. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 0
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *rows[2] = {calloc(400, 1), calloc(400, 1)}, *other = calloc(400, 1);
	long far = (uintptr_t)other - (uintptr_t)rows[0];
	char *p = rows[klee_range(0, 2, "row")];
	if (p == rows[1])
		return 0;
	p = rows[klee_range(0, 2, "again")] + far;
	memset(p, 1, 400); //~ out-of-bounds
	return 0;
}
