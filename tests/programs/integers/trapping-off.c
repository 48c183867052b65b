// -fwrapv makes signed arithmetic wrap.
// cflags: -fwrapv
#include <limits.h>
#include <stdio.h>

int main(void)
{
	volatile int most = INT_MAX;
	volatile long least = LONG_MIN;
	printf("%d %d\n", most + 1, most * 2);
	printf("%ld %ld\n", least - 1, -least);
	printf("%d\n", most + 1 < most);
	return 0;
}
