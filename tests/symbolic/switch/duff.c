// Duff's device with a symbolic count.
//@ paths: 8
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int n = klee_range(1, 9, "n"), copied = 0, rounds = (n + 3) / 4;
	switch (n % 4) {
	case 0:
		do {
			copied++;
	case 3:
			copied++;
	case 2:
			copied++;
	case 1:
			copied++;
		} while (--rounds > 0);
	}
	assert(copied == n);
	return 0;
}
