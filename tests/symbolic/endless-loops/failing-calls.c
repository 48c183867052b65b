// Loops whose only call of the system fails the same way each time: the descriptor is closed, or is none.
//@ run: --check-loops on
#include <errno.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	char byte = 'x';
	switch (klee_range(0, 3, "which")) {
	case 0:
		while (write(77, &byte, 1) < 0) { //~ infinite-loop
		}
		return 0;
	case 1:
		close(0);
		while (read(0, &byte, 1) != 1) //~ infinite-loop
			errno = 0;
		return 0;
	default:
		for (;;) {
			if (lseek(-1, 0, SEEK_SET) == 0) //~ infinite-loop
				return 0;
		}
	}
}
