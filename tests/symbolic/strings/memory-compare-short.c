// memcmp asked for more than one of the blocks has.
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char a[4];
	static const char b[8] = "abcdefg";
	klee_make_symbolic(a, sizeof a, "a");
	return memcmp(a, b, 8) & 0; //~ out-of-bounds in memcmp
}
