// Numbers from a generator fill a table again and again, and are counted by their lowest digit, without end.
#include <assert.h>
#include <klee/klee.h>

#define N 200

int main(void)
{
	unsigned numbers[N], count[10], seed = 1, look;
	klee_make_symbolic(&look, sizeof look, "look");
	klee_assume(look < 10);
	for (;;) {
		unsigned sum = 0;
		for (int i = 0; i < 10; i++)
			count[i] = 0;
		for (int i = 0; i < N; i++) {
			seed = seed * 1103515245 + 12345;
			numbers[i] = seed >> 16;
		}
		for (int i = 0; i < N; i++)
			count[numbers[i] % 10]++;
		for (int i = 0; i < 10; i++)
			sum += count[i];
		assert(sum == N && count[look] <= N);
	}
}
