// 32 and more is fine for a long and too far for an int.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned n = klee_range(31, 40, "n");
	unsigned long wide = 1ul << n;
	wide += wide >> n;
	unsigned narrow = 1u << n; //~ overshift
	return (narrow + wide) & 0;
}
