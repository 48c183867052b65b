// A function at exit uses a local of main.
#include <stdio.h>
#include <stdlib.h>

static int *count;

static void report(void)
{
	printf("%d\n", *count); //~ use-after-return
}

int main(void)
{
	int here = 3;
	count = &here;
	atexit(report);
	return 0;
}
