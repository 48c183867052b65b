// An array is reversed up to a symbolic length, in place, with some elements marked before.
#include <klee/klee.h>

#define N 12

int main(void)
{
	unsigned char a[N];
	unsigned n, mark;
	klee_make_symbolic(a, sizeof a, "a");
	klee_make_symbolic(&n, sizeof n, "n");
	klee_make_symbolic(&mark, sizeof mark, "mark");
	klee_assume(n <= N);
	klee_assume(mark < N);
	a[mark] = 255;
	for (unsigned i = 0; i < n / 2; i++) {
		unsigned char t = a[i];
		a[i] = a[n - 1 - i];
		a[n - 1 - i] = t;
	}
	unsigned first = 0;
	while (first < N && a[first] != 255)
		first++;
	return first < N ? 0 : 1;
}
