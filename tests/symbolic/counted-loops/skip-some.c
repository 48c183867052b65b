// Rounds that end early, and a way out in the middle of a branch.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

static int digits(const char *p, unsigned n)
{
	int value = 0;
	for (unsigned i = 0; i < n; i++) {
		if (p[i] == '_')
			continue;
		if (p[i] < '0' || p[i] > '9') {
			if (i > 0 && p[i] == ';')
				break;
			return -1;
		}
		value = value * 2 + (p[i] - '0');
	}
	return value;
}

int main(void)
{
	char p[4];
	klee_make_symbolic(p, sizeof p, "p");
	unsigned n = klee_range(0, 5, "n");
	int value = digits(p, n);
	assert(value >= -1 && value <= 9 * 63);
	return value < 0;
}
