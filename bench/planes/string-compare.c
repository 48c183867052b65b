// Two strings, one changed at a symbolic place, are compared up to the first difference.
#include <assert.h>
#include <klee/klee.h>

#define N 16

int main(void)
{
	unsigned char a[N], b[N];
	unsigned at;
	klee_make_symbolic(a, sizeof a, "a");
	klee_make_symbolic(&at, sizeof at, "at");
	klee_assume(at < N);
	for (int i = 0; i < N; i++)
		b[i] = a[i];
	b[at] ^= 1;
	unsigned i = 0;
	while (i < N && a[i] == b[i])
		i++;
	assert(i == at);
	return 0;
}
