// The safe twin.
//@ run: --sym-stdin 1 --max-fail 1
//@ exits: 0 1
#include <unistd.h>

int main(void)
{
	char bytes[1] = {0}, used[2] = {0};
	int n = read(0, bytes, 1);
	if (n < 0)
		return 1;
	used[n] = 1;
	return 0;
}
