// Union and find over a few elements: parents are read and written at symbolic places.
#include <assert.h>
#include <klee/klee.h>

#define N 8
#define UNIONS 3

static unsigned char parent[N];

static unsigned root(unsigned x)
{
	for (int i = 0; i < UNIONS; i++)
		x = parent[x];
	return x;
}

int main(void)
{
	unsigned char pairs[UNIONS][2];
	klee_make_symbolic(pairs, sizeof pairs, "pairs");
	for (int i = 0; i < N; i++)
		parent[i] = (unsigned char)i;
	for (int i = 0; i < UNIONS; i++) {
		unsigned a = root(pairs[i][0] % N), b = root(pairs[i][1] % N);
		parent[a] = (unsigned char)b;
	}
	if (root(pairs[0][0] % N) != root(pairs[0][1] % N))
		return 1;
	return 0;
}
