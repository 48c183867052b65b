// The C library's buffers: as many bytes as the input says, from where it says, to a file and back.
//@ run: --sym-files 1 8
//@ exits: 0
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char from[16] = "0123456789abcdef", to[16];
	unsigned at = klee_range(0, 9, "at"), n = klee_range(0, 9, "n");
	FILE *file = fopen("A", "w+");
	assert(file && fwrite(from + at, 1, n, file) == n);
	rewind(file);
	memset(to, '#', sizeof to);
	assert(fread(to, 1, sizeof to, file) == n);
	assert(to[n] == '#' && (n == 0 || to[n - 1] == from[at + n - 1]));
	fclose(file);
	return 0;
}
