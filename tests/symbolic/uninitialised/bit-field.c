// Setting one bit-field leaves the others of its byte unset.
//@ exits: 0 1
#include <klee/klee.h>

struct flags {
	unsigned low : 3, high : 5;
};

int main(void)
{
	struct flags f;
	f.low = klee_range(0, 8, "low");
	if (f.low == 3)
		return 1;
	if (f.low == 4 && f.high == 1) //~ uninitialised
		return 1;
	return 0;
}
