// What nobody wrote is copied, which is no use; the decision on the copy is. ASan cannot see it: MSan can.
//@ exits: 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned n = klee_range(1, 7, "n"), written = klee_range(0, 7, "written"), i = klee_range(0, 6, "i");
	klee_assume((written <= n) & (i < n));
	char *from = malloc(n), *to = calloc(n, 1);
	memset(from, 5, written);
	memcpy(to, from, n);
	free(from);
	if (to[i] == 5) { //~ uninitialised
		free(to);
		return 1;
	}
	free(to);
	return 0;
}
