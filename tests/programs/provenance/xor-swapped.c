// Two pointers change places without a third.
#include <stdint.h>
#include <stdio.h>

static void swap(uintptr_t *a, uintptr_t *b)
{
	*a ^= *b;
	*b ^= *a;
	*a ^= *b;
}

static char global[8] = "global";

int main(void)
{
	char local[8] = "local";
	uintptr_t one = (uintptr_t)global, two = (uintptr_t)local;
	swap(&one, &two);
	puts((char *)one);
	puts((char *)two);
	one = one + two;
	two = one - two;
	one = one - two;
	printf("%s %s\n", (char *)one, (char *)two);
	return 0;
}
