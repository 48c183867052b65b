// How often each value occurs in symbolic input: counts are read and written at symbolic places.
#include <assert.h>
#include <klee/klee.h>

#define N 12

int main(void)
{
	unsigned char in[N];
	unsigned count[16] = {0}, sum = 0;
	klee_make_symbolic(in, sizeof in, "in");
	for (int i = 0; i < N; i++)
		count[in[i] & 15]++;
	for (int i = 0; i < 16; i++)
		if (count[i] > N / 2)
			sum++;
	assert(sum <= 1);
	return 0;
}
