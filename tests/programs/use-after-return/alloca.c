// alloca's memory goes with the call, too.
#include <alloca.h>
#include <stdio.h>

static int *make(int n)
{
	int *p = alloca(n * sizeof *p);
	for (int i = 0; i < n; i++)
		p[i] = i;
	return p;
}

int main(void)
{
	int *p = make(4);
	return p[3]; //~ use-after-return
}
