// The bytes of a symbolic int, seen through a union.
//@ paths: 3
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

union word {
	unsigned whole;
	unsigned char bytes[4];
};

int main(void)
{
	union word w;
	w.whole = klee_int("w");
	if (w.bytes[0] == 0x78 && w.bytes[3] == 0x12) {
		assert((w.whole & 0xff0000ff) == 0x12000078);
		return 1;
	}
	return 0;
}
