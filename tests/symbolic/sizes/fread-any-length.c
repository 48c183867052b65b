// As many bytes are read as the input says, more than there is room for.
//@ run: --sym-stdin 4
//@ native: unseen
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

int main(void)
{
	char bytes[6];
	size_t n;
	klee_make_symbolic(&n, sizeof n, "n");
	size_t count = fread(bytes, 1, n, stdin); //~ out-of-bounds in __stdio_read
	if (count == 4)
		return 1;
	assert(count == n || n > 4);
	return 0;
}
