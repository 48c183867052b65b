// A permutation made by symbolic swaps, and its inverse.
#include <assert.h>
#include <klee/klee.h>

#define N 8

int main(void)
{
	unsigned char p[N], inverse[N], in[3];
	klee_make_symbolic(in, sizeof in, "in");
	for (unsigned i = 0; i < N; i++)
		p[i] = (unsigned char)i;
	for (unsigned i = 0; i < 2; i++) {
		unsigned a = in[i] % N, b = in[i] / N % N;
		unsigned char t = p[a];
		p[a] = p[b];
		p[b] = t;
	}
	for (unsigned i = 0; i < N; i++)
		inverse[i] = 0;
	for (unsigned i = 0; i < N; i++)
		inverse[p[i]] = (unsigned char)i;
	assert(inverse[p[in[2] % N]] == in[2] % N);
	return 0;
}
