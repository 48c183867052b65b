// Runs of equal bytes become a count and a byte, and are spread out again.
#include <assert.h>
#include <klee/klee.h>

#define N 6

int main(void)
{
	unsigned char in[N], coded[2 * N] = {0}, out[N] = {0};
	unsigned end = 0, at = 0;
	klee_make_symbolic(in, sizeof in, "in");
	for (unsigned i = 0; i < N; i++) {
		unsigned goes_on = i > 0 && in[i] == in[i - 1];
		end += 2 * !goes_on;
		coded[end - 2]++;
		coded[end - 1] = in[i];
	}
	for (unsigned i = 0; i < end; i += 2)
		for (unsigned k = 0; k < coded[i]; k++)
			out[at++] = coded[i + 1];
	assert(at == N);
	assert(out[0] == in[0] && out[N - 1] == in[N - 1]);
	return 0;
}
