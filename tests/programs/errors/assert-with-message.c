// What assert says goes into the finding, percent signs and all.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int share = 101;
	assert(share % 10 == 1);
	assert(share <= 100 && "more than 100%s"); //~ assertion: more than 100%s
	return 0;
}
