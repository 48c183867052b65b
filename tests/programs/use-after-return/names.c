// The local is named although its function has returned, and others have been called since.
#include <stdio.h>

struct pair {
	int first, second;
};

static int *leak(int x)
{
	int before = x;
	struct pair pair = {before, x};
	int *volatile p = &pair.second;
	return p;
}

static int other(int x)
{
	char room[100];
	snprintf(room, sizeof room, "%d", x);
	return room[0];
}

int main(void)
{
	int *p = leak(4);
	leak(5);
	printf("%c\n", other(7));
	return *p; //~ use-after-return: offset 4 of local `pair` of 8 bytes, in the frame of a function that has returned
}
