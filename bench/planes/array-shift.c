// An element is inserted at a symbolic place: all behind it move up by one, as in an insertion of a vector.
#include <assert.h>
#include <klee/klee.h>

#define N 24

int main(void)
{
	int a[N + 1];
	unsigned at, look;
	klee_make_symbolic(&at, sizeof at, "at");
	klee_make_symbolic(&look, sizeof look, "look");
	klee_assume(at <= N);
	klee_assume(look <= N);
	for (int i = 0; i <= N; i++)
		a[i] = i;
	for (unsigned i = N; i > at; i--)
		a[i] = a[i - 1];
	a[at] = -1;
	int expected = look < at ? (int)look : look == at ? -1 : (int)look - 1;
	assert(a[look] == expected);
	return 0;
}
