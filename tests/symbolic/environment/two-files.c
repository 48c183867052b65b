// Two files, compared; the name of a third is unknown.
//@ run: --sym-files 2 2
//@ exits: 0 1
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	char a[2] = {0}, b[2] = {0};
	int fa = open("A", O_RDONLY), fb = open("B", O_RDONLY);
	if (fa < 0 || fb < 0)
		return 0;
	if (open("no-such-file", O_RDONLY) >= 0)
		return 2;
	if (read(fa, a, 2) != 2 || read(fb, b, 2) != 2)
		return 3;
	if (a[0] == b[0] && a[1] == b[1])
		return 1;
	return 0;
}
