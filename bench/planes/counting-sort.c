// Counting sort of symbolic digits: counts, then places, then what is written there.
#include <assert.h>
#include <klee/klee.h>

#define N 8
#define KINDS 4

int main(void)
{
	unsigned char in[N], out[N] = {0};
	unsigned char start[KINDS + 1] = {0};
	klee_make_symbolic(in, sizeof in, "in");
	for (int i = 0; i < N; i++)
		start[in[i] % KINDS + 1]++;
	for (int k = 0; k < KINDS; k++)
		start[k + 1] += start[k];
	for (int i = 0; i < N; i++)
		if (start[in[i] % KINDS] < N)
			out[start[in[i] % KINDS]++] = in[i] % KINDS;
	for (int i = 1; i < N; i++)
		if (out[i - 1] > out[i])
			return 1;
	return 0;
}
