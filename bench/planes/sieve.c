// The sieve of Eratosthenes; a number is struck out by hand before, and a symbolic one looked up.
#include <assert.h>
#include <klee/klee.h>

#define N 1000

int main(void)
{
	unsigned char composite[N] = {1, 1};
	unsigned struck, asked;
	klee_make_symbolic(&struck, sizeof struck, "struck");
	klee_make_symbolic(&asked, sizeof asked, "asked");
	klee_assume(struck > 10);
	klee_assume(struck < N);
	klee_assume(asked < N);
	composite[struck] = 1;
	for (unsigned i = 2; i * i < N; i++)
		if (!composite[i])
			for (unsigned j = i * i; j < N; j += i)
				composite[j] = 1;
	if (!composite[asked])
		assert(asked == 2 || asked % 2 == 1);
	return 0;
}
