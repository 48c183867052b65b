// INT_MIN / -1 has no result.
#include <limits.h>
#include <stdio.h>

int main(void)
{
	int least = INT_MIN, minus = -1;
	printf("%d\n", (least + 1) / minus);
	printf("%d\n", least / minus); //~ signed-overflow
	return 0;
}
