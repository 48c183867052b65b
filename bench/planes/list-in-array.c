// A list whose links are places in an array, built in symbolic order and walked through.
#include <klee/klee.h>

#define N 6

int main(void)
{
	unsigned char next[N + 1], order[N];
	unsigned steps = 0;
	klee_make_symbolic(order, sizeof order, "order");
	for (int i = 0; i <= N; i++)
		next[i] = N;
	for (int i = 0; i < N; i++) {
		unsigned node = order[i] % N;
		next[node] = next[N] == node ? next[node] : next[N];
		next[N] = (unsigned char)node;
	}
	for (unsigned at = next[N]; at != N && steps < N; at = next[at])
		steps++;
	return steps > 0 ? 0 : 1;
}
