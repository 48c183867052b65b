// Two arrays are walked as long as one of them goes on.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned n = klee_range(0, 12, "n"), m = klee_range(0, 12, "m"), i = 0;
	while (i < n || i < m)
		i++;
	assert(i == (n < m ? m : n));
	return 0;
}
