// An argument, a file and standard input at once.
//@ run: --sym-arg 1 --sym-files 1 1 --sym-stdin 1
//@ exits: 0
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char a = 0, b = 0;
	assert(argc == 2);
	int fd = open("A", O_RDONLY);
	if (fd < 0)
		return 0;
	assert(read(fd, &a, 1) == 1);
	assert(read(0, &b, 1) == 1);
	if (argv[1][0] == '1' && a == '2')
		assert(b != '3'); //~ assertion
	return 0;
}
