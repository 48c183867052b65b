// Without --max-fail nothing fails.
//@ run: --sym-stdin 1
//@ exits: 0
#include <assert.h>
#include <unistd.h>

int main(void)
{
	char c;
	assert(read(0, &c, 1) == 1);
	assert(write(1, "x", 1) == 1);
	assert(close(0) == 0);
	return 0;
}
