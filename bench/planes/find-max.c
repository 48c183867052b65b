// The greatest of symbolic numbers and its place; then it is taken out, and the next one found.
#include <assert.h>
#include <klee/klee.h>

#define N 9

static unsigned greatest(const unsigned char *a)
{
	unsigned at = 0;
	for (unsigned i = 1; i < N; i++)
		at = a[i] > a[at] ? i : at;
	return at;
}

int main(void)
{
	unsigned char a[N];
	klee_make_symbolic(a, sizeof a, "a");
	unsigned first = greatest(a);
	unsigned char most = a[first];
	a[first] = 0;
	unsigned second = greatest(a);
	assert(a[second] <= most);
	a[second] = 0;
	return a[greatest(a)] > most;
}
