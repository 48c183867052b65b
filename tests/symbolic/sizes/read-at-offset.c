// As many bytes are read as the input says, where it says: one write of memory, whatever the two numbers are.
//@ run: --sym-stdin 8
//@ exits: 0 1
#include <assert.h>
#include <klee/klee.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	char room[64];
	memset(room, '#', sizeof room);
	unsigned offset = klee_range(0, 40, "offset");
	unsigned n = klee_range(0, 13, "n");
	ssize_t count = read(0, room + offset, n);
	assert(count == (n < 8 ? n : 8));
	assert(room[offset + count] == '#');
	assert(lseek(0, 0, SEEK_CUR) == count);
	if (count && room[offset + count - 1] == 'x')
		return 1;
	return 0;
}
