// An array is filled again and again after one element was written at a symbolic place: nothing of that is left.
#include <assert.h>
#include <klee/klee.h>

#define N 500
#define ROUNDS 20

int main(void)
{
	int a[N] = {0};
	unsigned at, look;
	klee_make_symbolic(&at, sizeof at, "at");
	klee_make_symbolic(&look, sizeof look, "look");
	klee_assume(at < N);
	klee_assume(look < N);
	a[at] = 7;
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < N; i++)
			a[i] = i + round;
	assert(a[look] == (int)look + ROUNDS - 1);
	return 0;
}
