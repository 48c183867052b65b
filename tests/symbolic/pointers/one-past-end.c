// A pointer just past the end may be made and compared, not followed.
//@ run: --loops execute
//@ paths: 5
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int list[4] = {0};
	int n = klee_range(0, 5, "n");
	int *end = list + n, sum = 0;
	for (int *p = list; p != end; p++)
		sum += *p + 1;
	if (sum == 4)
		return 1;
	return 0;
}
