// A bool is 0 or 1.
//@ paths: 2
//@ exits: 0 1
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void)
{
	bool b = __VERIFIER_nondet_bool();
	assert(b == 0 || b == 1);
	if (b)
		return 1;
	return 0;
}
