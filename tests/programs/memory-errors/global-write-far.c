// Far behind a global there is nothing, or something else: neither is the global.
#include <stdio.h>

static int counters[10];

int main(void)
{
	volatile int i = 1000000;
	counters[3]++;
	printf("%d\n", counters[3]);
	counters[i] = 1; //~ out-of-bounds
	return 0;
}
