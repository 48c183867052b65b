// Null given to read and write makes them fail, whatever the number of bytes, unless that is none.
//@ run: --sym-stdin 4
//@ exits: 1 2
//@ findings: 0
#include <errno.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	size_t length = klee_range(0, 1000, "length");
	int results[2] = {read(0, 0, length) < 0 && errno == EFAULT, write(1, 0, length) < 0 && errno == EFAULT};
	if (results[0] != results[1])
		return 3;
	return results[0] ? 1 : 2;
}
