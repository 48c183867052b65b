// They have bounds as well.
#include <stdio.h>

static _Thread_local int table[4] = {1, 2, 3, 4};

int main(void)
{
	volatile int i = 3;
	printf("%d\n", table[i]);
	i++;
	return table[i]; //~ out-of-bounds
}
