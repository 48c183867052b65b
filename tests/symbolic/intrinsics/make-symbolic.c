// Every byte of the object is symbolic, and of no other.
//@ paths: 4
//@ exits: 0 1 2 3
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	struct {
		char before, bytes[2], after;
	} s = {1, {2, 3}, 4};
	char other[2];
	int result = 0;
	klee_make_symbolic(other, sizeof other, "other");
	if (other[0] == 5)
		result += 1;
	if (other[1] == 6)
		result += 2;
	assert(s.before == 1 && s.bytes[0] == 2 && s.bytes[1] == 3 && s.after == 4);
	return result;
}
