// Numbers of ways up a stair, kept in a table of which one entry was spoilt before: it is computed again.
#include <assert.h>
#include <klee/klee.h>

#define N 90
#define ROUNDS 30

int main(void)
{
	unsigned long ways[N];
	unsigned spoilt;
	klee_make_symbolic(&spoilt, sizeof spoilt, "spoilt");
	klee_assume(spoilt < N);
	for (unsigned i = 0; i < N; i++)
		ways[i] = 0;
	ways[spoilt] = 12345;
	for (int round = 0; round < ROUNDS; round++) {
		ways[0] = 1;
		ways[1] = 1;
		for (unsigned i = 2; i < N; i++)
			ways[i] = ways[i - 1] + ways[i - 2];
	}
	assert(ways[10] == 89);
	assert(ways[spoilt] >= 1);
	return 0;
}
