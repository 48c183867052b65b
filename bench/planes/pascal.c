// Pascal's triangle in one array, row by row; an element of the last row is asked for.
#include <assert.h>
#include <klee/klee.h>

#define ROWS 120

int main(void)
{
	unsigned row[ROWS + 1] = {0}, ask;
	klee_make_symbolic(&ask, sizeof ask, "ask");
	klee_assume(ask < ROWS);
	row[ask] = 3;
	for (int i = 0; i <= ROWS; i++)
		row[i] = 0;
	row[0] = 1;
	for (int n = 1; n < ROWS; n++)
		for (int k = n; k > 0; k--)
			row[k] = (row[k] + row[k - 1]) % 1009;
	assert(row[ask] < 1009);
	return 0;
}
