// Where a macro and several calls share a line, the innermost call is the one that counts.
#include <assert.h>
#include <stdio.h>
#define CHECK(x) assert((x) > 0)

static int check(int x)
{
	CHECK(x); //~ assertion
	return x;
}

int main(void)
{
	printf("%d\n", check(2) + check(1));
	printf("%d\n", check(1) + check(0));
	return 0;
}
