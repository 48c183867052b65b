// Between the fields of an array of structs lies padding that a symbolic index never meets.
//@ exits: 0 1
#include <klee/klee.h>

struct entry {
	char tag;
	int value;
};

int main(void)
{
	struct entry list[5];
	for (int i = 0; i < 5; i++) {
		list[i].tag = 'a' + i;
		list[i].value = 10 * i;
	}
	unsigned i = klee_range(0, 5, "i");
	if (list[i].value == 30 && list[i].tag == 'd')
		return 1;
	return 0;
}
