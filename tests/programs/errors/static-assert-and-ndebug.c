// NDEBUG makes assert nothing.
#define NDEBUG
#include <assert.h>
#include <stdio.h>

static_assert(sizeof(long) == 8, "LP64");

int main(void)
{
	int calls = 0;
	assert(++calls > 100);
	printf("%d\n", calls);
	return 0;
}
