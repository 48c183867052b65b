// Symbolically many bytes are copied to a symbolic place.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

#define N 64

int main(void)
{
	unsigned char from[N], to[N] = {0};
	unsigned at, n, look;
	klee_make_symbolic(from, sizeof from, "from");
	klee_make_symbolic(&at, sizeof at, "at");
	klee_make_symbolic(&n, sizeof n, "n");
	klee_make_symbolic(&look, sizeof look, "look");
	klee_assume(at <= N);
	klee_assume(n <= N - at);
	klee_assume(look < N);
	memcpy(to + at, from, n);
	to[0] = 5;
	if (look > 0 && look >= at && look < at + n)
		assert(to[look] == from[look - at]);
	else
		assert(to[look] == (look == 0 ? 5 : 0));
	return 0;
}
