// Known and symbolic places of one array are written in turns, over and over.
#include <assert.h>
#include <klee/klee.h>

#define N 64
#define ROUNDS 4000

int main(void)
{
	unsigned a[N] = {0};
	unsigned char in[4];
	unsigned sum = 0;
	klee_make_symbolic(in, sizeof in, "in");
	for (unsigned i = 0; i < ROUNDS; i++) {
		a[i % N] = i;
		if (i % (ROUNDS / 4) == 0)
			a[in[i / (ROUNDS / 4)] % N] = i;
		for (unsigned k = 0; k < 8; k++)
			sum += a[N - 1 - k] > ROUNDS;
		a[(i + 32) % N]++;
	}
	assert(a[in[3] % N] < 2 * ROUNDS);
	return 0;
}
