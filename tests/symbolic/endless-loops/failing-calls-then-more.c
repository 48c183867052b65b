// Loops over calls that fail and end all the same: they count, or make a call that can succeed.
//@ run: --check-loops on
//@ exits: 0 1
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	char byte = 'x';
	if (klee_range(0, 2, "which")) {
		int tries = 0;
		while (write(77, &byte, 1) < 0 && ++tries < 500) {
		}
		return 1;
	}
	for (int i = 0; i < 200; i++) {
		while (write(77, &byte, 1) > 0) {
		}
		if (write(1, &byte, 0) != 0)
			return 0;
	}
	return 0;
}
