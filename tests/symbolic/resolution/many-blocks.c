// More blocks than fit into one segment; the input chooses between the first and the last of them.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <stdlib.h>

enum { N = 40 };

int main(void)
{
	int *blocks[N];
	for (int i = 0; i < N; i++) {
		blocks[i] = malloc(600);
		blocks[i][100] = i;
	}
	unsigned i = klee_range(0, N, "i");
	if (blocks[i][100] == N - 1)
		return 1;
	blocks[i][100] = -1;
	if (blocks[0][100] < 0)
		return 2;
	return 0;
}
