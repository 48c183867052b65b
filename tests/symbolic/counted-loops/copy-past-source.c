// What is read ends before what is written does.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char a[10] = "123456789", b[20];
	unsigned n = klee_range(0, 20, "n");
	for (unsigned i = 0; i < n; i++)
		b[i] = a[i]; //~ out-of-bounds
	if (n > 4)
		assert(b[4] == '5');
	return 0;
}
