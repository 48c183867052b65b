// Any 64-bit size that the program gets memory for.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned long n;
	klee_make_symbolic(&n, sizeof n, "n");
	if (n > 60000)
		return 1;
	char *p = malloc(n + 1);
	for (unsigned long i = 0; i < n; i++)
		p[i] = i;
	if (n > 300)
		assert(p[300] == (char)300);
	free(p);
	return 0;
}
