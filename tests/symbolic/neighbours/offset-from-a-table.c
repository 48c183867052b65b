// A pointer from one table, moved by a distance that was computed from another: both lead to where they should.
//@ exits: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *rows[2], *source = calloc(16, 1), *at[2];
	for (int i = 0; i < 2; i++) {
		rows[i] = calloc(16, 1);
		at[i] = source + 3 + i;
		rows[i][3] = rows[i][4] = 5;
	}
	unsigned i = klee_range(0, 2, "i"), j = klee_range(0, 2, "j");
	long distance = at[j] - source;
	char *p = rows[i] + distance;
	*p += 1;
	return *p - 6;
}
