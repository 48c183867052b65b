// A file of any length: shorter than it was, or with zeros behind its bytes.
//@ run: --sym-files 1 3
//@ exits: 0 1 2
#include <assert.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(void)
{
	long len;
	char bytes[4] = "####";
	klee_make_symbolic(&len, sizeof len, "len");
	int fd = open("A", O_RDWR);
	if (fd < 0)
		return 3;
	if (ftruncate(fd, len) < 0) {
		assert(len < 0 || len > 1 << 30);
		return 2;
	}
	if (len > 3 && len != 5)
		return 1;
	ssize_t count = read(fd, bytes, sizeof bytes);
	assert(count == (len < 4 ? len : 4));
	assert(len < 4 ? bytes[len] == '#' : bytes[3] == 0);
	return 0;
}
