// Reading the table of squares backwards.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

static const unsigned char squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};

int main(void)
{
	unsigned char i;
	klee_make_symbolic(&i, sizeof i, "i");
	if (squares[i % 16] == 169) {
		assert((i & 15) == 13);
		return 1;
	}
	assert(squares[i & 15] == (i & 15) * (i & 15));
	return 0;
}
