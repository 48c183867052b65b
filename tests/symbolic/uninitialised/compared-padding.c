// Comparing structs byte by byte looks at their padding.
//@ exits: 0
#include <klee/klee.h>
#include <string.h>

struct entry {
	char tag;
	int value;
};

int main(void)
{
	struct entry a, b;
	a.tag = b.tag = 1;
	a.value = b.value = klee_int("value");
	if (a.value == 3)
		return 0;
	return memcmp(&a, &b, sizeof a); //~ uninitialised in memcmp
}
