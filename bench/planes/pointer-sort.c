// Pointers to blocks are swapped by symbolic places, and what they lead to is written.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#define N 5

int main(void)
{
	unsigned char *blocks[N], in[3];
	klee_make_symbolic(in, sizeof in, "in");
	for (unsigned char i = 0; i < N; i++) {
		blocks[i] = malloc(4);
		if (!blocks[i])
			return 0;
		for (int k = 0; k < 4; k++)
			blocks[i][k] = i;
	}
	unsigned a = in[0] % N, b = in[1] % N;
	unsigned char *t = blocks[a];
	blocks[a] = blocks[b];
	blocks[b] = t;
	blocks[a][in[2] % 4] = 77;
	assert(blocks[a][in[2] % 4] == 77);
	unsigned count = 0;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 4; k++)
			count += blocks[i][k] == 77;
	assert(count == 1);
	return 0;
}
