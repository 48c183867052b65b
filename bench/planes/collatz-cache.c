// How many steps numbers take to come to one, kept in a table; then one of them is asked for.
#include <assert.h>
#include <klee/klee.h>

#define N 3000

int main(void)
{
	short steps[N];
	unsigned ask;
	klee_make_symbolic(&ask, sizeof ask, "ask");
	klee_assume(ask > 0);
	klee_assume(ask < N);
	steps[0] = 0;
	steps[1] = 0;
	for (unsigned n = 2; n < N; n++) {
		short count = 0;
		unsigned m = n;
		while (m >= n) {
			m = m % 2 ? 3 * m + 1 : m / 2;
			count++;
		}
		steps[n] = (short)(count + steps[m]);
	}
	assert(steps[ask] < 300);
	return 0;
}
