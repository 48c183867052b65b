// A walk through a symbolic function until it comes back to a place it was at.
#include <assert.h>
#include <klee/klee.h>

#define N 8

int main(void)
{
	unsigned char next[N], visited[N] = {0};
	unsigned at, steps = 0;
	klee_make_symbolic(next, sizeof next, "next");
	klee_make_symbolic(&at, sizeof at, "at");
	klee_assume(at < N);
	while (!visited[at]) {
		visited[at] = 1;
		at = next[at] % N;
		steps++;
	}
	assert(steps >= 1 && steps <= N);
	return 0;
}
