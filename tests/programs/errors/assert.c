// A failed assertion, with what it says.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int x = 2;
	assert(x == 2);
	puts("first");
	assert(x == 3 && "x is three"); //~ assertion: x == 3
	return 0;
}
