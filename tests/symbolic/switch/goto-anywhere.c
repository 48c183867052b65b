// A jump to an unknown address reaches every label whose address was taken here; anything else is no label.
//@ exits: 1 2 3 9
//@ native: none
#include <klee/klee.h>

int main(void)
{
	void *const labels[] = { &&first, &&second, &&third };
	void *to;
	klee_make_symbolic(&to, sizeof to, "to");

	if (to != labels[0] && to != labels[1] && klee_range(0, 2, "way"))
		return 9;
	goto *to; //~ bad-call

first:
	return 1;
second:
	return 2;
third:
	return 3;
}
