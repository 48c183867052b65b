// A pointer to a local of a call that is over leads to a live local. ASan cannot see it: the access lands in a live neighbour.
#include <stdint.h>
#include <stdio.h>

static int *escape(const int *target)
{
	int gone[3] = {1, 2, 3};
	int *p = gone;
	return p + (long)((uintptr_t)target - (uintptr_t)p) / 4;
}

int main(void)
{
	int live[4] = {4, 5, 6, 7};
	int *p = escape(live);
	printf("%d\n", p == live);
	return *p; //~ use-after-return
}
