// Sixteen bytes are cleared, or a few more, or nearly all there are.
//@ exits: 0
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char p[16];
	size_t n;
	klee_make_symbolic(&n, sizeof n, "n");
	klee_assume((n <= 20) | (n > SIZE_MAX - 3));
	memset(p, 0, n); //~ out-of-bounds
	return 0;
}
