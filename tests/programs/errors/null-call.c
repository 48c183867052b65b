// A callback nobody set.
#include <stdio.h>

static void (*callback)(int);

int main(void)
{
	puts("before");
	callback(3); //~ bad-call: null function pointer
	return 0;
}
