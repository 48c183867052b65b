// Cleaning up with goto, one path for each label.
//@ paths: 3
//@ exits: 1 2 3
#include <klee/klee.h>

int main(void)
{
	int a = klee_int("a"), b = klee_int("b"), result = 0;
	if (a < 0)
		goto first;
	if (b < 0)
		goto second;
	result++;
second:
	result++;
first:
	result++;
	return result;
}
