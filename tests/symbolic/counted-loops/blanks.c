// Blanks of two kinds are skipped.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char p[7];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(0, 8, "n"), i = 0;
	while (i < n && (p[i] == ' ' || p[i] == '\t'))
		i++;
	if (i < n)
		assert(p[i] != ' ' && p[i] != '\t');
	if (i > 0)
		assert(p[i - 1] == ' ' || p[i - 1] == '\t');
	return 0;
}
