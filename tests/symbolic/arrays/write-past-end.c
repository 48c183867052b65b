// Writing with a symbolic index, guarded by the wrong comparison.
//@ paths: 2
//@ exits: 0 1
#include <klee/klee.h>

int main(void)
{
	char list[8] = {0};
	unsigned char i;
	klee_make_symbolic(&i, sizeof i, "i");
	if (i > sizeof list)
		return 1;
	list[i] = 1; //~ out-of-bounds
	return 0;
}
