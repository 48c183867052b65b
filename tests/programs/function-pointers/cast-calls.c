// Calls through a pointer of another type, with fewer and with more arguments.
// levels: 0
#include <stdio.h>

static long two(long a, long b) { return a * 10 + (b & 0); }
static int none(void) { return 7; }
static void nothing(int x) { printf("nothing %d\n", x); }
static int narrow(unsigned char c) { return c; }

int main(void)
{
	printf("%ld\n", ((long (*)(long))two)(4));
	printf("%d\n", ((int (*)(int, int, int))none)(1, 2, 3));
	((int (*)(int))nothing)(5);
	printf("%d\n", ((int (*)(int))narrow)(200));
	void (*drop)(void) = (void (*)(void))none;
	drop();
	return 0;
}
