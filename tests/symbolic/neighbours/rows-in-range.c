// Rows of a table, all indices in them, though rows lie one behind the other.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	char *rows[4];
	for (int i = 0; i < 4; i++) {
		rows[i] = calloc(4, 1);
		rows[i][i] = i == 2;
	}
	unsigned y = klee_range(0, 4, "y"), x = klee_range(0, 4, "x");
	char *p = rows[y] + x;
	p[-(long)x] = 0;
	if (*p)
		return 1;
	return 0;
}
