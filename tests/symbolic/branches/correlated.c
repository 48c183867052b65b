// The second test repeats the first, so it does not double the paths.
//@ paths: 2
//@ exits: 0 3
#include <klee/klee.h>

int main(void)
{
	int x = klee_int("x"), result = 0;
	if (x > 10)
		result += 1;
	if (!(x <= 10))
		result += 2;
	return result;
}
