// With --max-fail one read may fail; the program does not look.
//@ run: --sym-stdin 1 --max-fail 1
//@ exits: 0
#include <unistd.h>

int main(void)
{
	char bytes[1] = {0}, used[2] = {0};
	int n = read(0, bytes, 1);
	used[n] = 1; //~ out-of-bounds
	return 0;
}
