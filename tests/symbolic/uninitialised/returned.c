// A function hands on what it never set; its caller decides.
//@ exits: 0 1
#include <klee/klee.h>

static int find(int wanted)
{
	static const int list[] = { 4, 7, 9 };
	int found;
	for (int i = 0; i < 3; i++)
		if (list[i] == wanted)
			found = i + 1;
	return found;
}

int main(void)
{
	int place = find(klee_range(0, 12, "wanted"));
	if (place == 2) //~ uninitialised
		return 1;
	return 0;
}
