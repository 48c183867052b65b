// The safe twin: exactly one element changed.
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	char list[8] = {0};
	unsigned char i;
	klee_make_symbolic(&i, sizeof i, "i");
	if (i >= sizeof list)
		return 1;
	list[i] = 1;
	int sum = 0;
	for (unsigned k = 0; k < sizeof list; k++)
		sum += list[k];
	assert(sum == 1);
	return 0;
}
