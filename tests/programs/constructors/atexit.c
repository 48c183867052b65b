// Functions at exit run backwards, and may register more.
// status: 3
#include <stdio.h>
#include <stdlib.h>

static void say(int n) { printf("%d ", n); }
static void one(void) { say(1); }
static void two(void) { say(2); }
static void more(void)
{
	say(3);
	atexit(two);
}

int main(void)
{
	for (int i = 0; i < 40; i++)
		if (atexit(one))
			return 9;
	atexit(more);
	printf("start ");
	exit(3);
}
