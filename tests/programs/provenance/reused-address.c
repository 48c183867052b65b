// Where a local was there is another one later: the number of its address is a pointer to the one that is there.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uintptr_t last;

static int call(int n)
{
	volatile int here = n;
	if (last == (uintptr_t)&here)
		*(volatile int *)last += 10;
	else
		here += 10;
	last = (uintptr_t)&here;
	return here;
}

int main(void)
{
	printf("%d %d\n", call(1), call(2));
	uintptr_t freed = 0;
	int sum = 0;
	for (int i = 0; i < 50; i++) {
		char *p = malloc(8);
		*((uintptr_t)p == freed ? (char *)freed : p) = i;
		sum += *p;
		freed = (uintptr_t)p;
		free(p);
	}
	printf("%d\n", sum);
	return 0;
}
