// x % y with y a difference that may vanish.
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	return (100 % (a - b)) & 0; //~ division-by-zero
}
