// Symbolically many bytes are set, twice, one above the other.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

#define N 128

int main(void)
{
	unsigned char a[N] = {0};
	unsigned n, m, look;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_make_symbolic(&m, sizeof m, "m");
	klee_make_symbolic(&look, sizeof look, "look");
	klee_assume(n <= N);
	klee_assume(m <= n);
	klee_assume(look < N);
	memset(a, 1, n);
	memset(a + n - m, 2, m);
	unsigned char expected = look >= n ? 0 : look >= n - m ? 2 : 1;
	assert(a[look] == expected);
	return 0;
}
