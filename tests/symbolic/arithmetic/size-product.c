// A product that wraps makes a short buffer.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned short count;
	klee_make_symbolic(&count, sizeof count, "count");
	if (count != 2 && count != 0x4001)
		return 1;
	unsigned short bytes = count * 4;
	int *list = malloc(bytes);
	list[1] = 5; //~ out-of-bounds
	free(list);
	return 0;
}
