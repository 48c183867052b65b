// A histogram of three symbolic digits.
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	unsigned char digits[3], count[4] = {0};
	klee_make_symbolic(digits, sizeof digits, "digits");
	for (int i = 0; i < 3; i++) {
		klee_assume(digits[i] < 4);
		count[digits[i]]++;
	}
	assert(count[0] + count[1] + count[2] + count[3] == 3);
	assert(count[2] < 3); //~ assertion
	return 0;
}
