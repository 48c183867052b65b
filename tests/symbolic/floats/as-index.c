// A float becomes an index; 1.0 itself is one too far.
//@ paths: 3
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	int histogram[4] = {0};
	float x;
	klee_make_symbolic(&x, sizeof x, "x");
	if (!(x >= 0.0f))
		return 1;
	if (!(x <= 1.0f))
		return 1;
	histogram[(int)(x * 4)]++; //~ out-of-bounds
	return 0;
}
