// The same sum, not asked for, is no finding.
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x");
	int sum = x + x;
	return sum & 0;
}
