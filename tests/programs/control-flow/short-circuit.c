// What is evaluated and what is not.
#include <stdio.h>

static int calls;

static int say(int value)
{
	calls++;
	return value;
}

int main(void)
{
	int a = say(0) && say(1), b = say(1) || say(0), c = say(1) && (say(0) || say(2));
	printf("%d %d %d after %d\n", a, b, c, calls);
	int d = say(3) ?: say(4), e = say(0) ?: say(5);
	printf("%d %d after %d\n", d, e, calls);
	int f = (say(1), say(2)) == 2 ? say(6) : say(7);
	printf("%d after %d\n", f, calls);
	return !say(0) ? 0 : 1;
}
