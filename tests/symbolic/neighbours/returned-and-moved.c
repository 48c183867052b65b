// A pointer to a local that is gone leads to one that is not. ASan cannot see it: the access lands in a live neighbour.
//@ exits: 4
#include <klee/klee.h>
#include <stdint.h>

static char *escape(char *live, int wrong)
{
	char gone[4] = {1, 2, 3, 4};
	char *p = gone;
	return wrong ? p + ((uintptr_t)live - (uintptr_t)p) : live;
}

int main(void)
{
	char live[4] = {4, 5, 6, 7};
	char *p = escape(live, klee_range(0, 2, "wrong"));
	return *p; //~ use-after-return
}
