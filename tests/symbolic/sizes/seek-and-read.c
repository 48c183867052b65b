// A header says where a record is: it is read there, whatever the place.
//@ run: --sym-stdin 16
//@ exits: 0 1 2
#include <assert.h>
#include <unistd.h>

int main(void)
{
	unsigned char header[2], record[4];
	assert(read(0, header, 2) == 2);
	if (header[0] > 12 || header[1] > sizeof record)
		return 1;
	assert(lseek(0, header[0], SEEK_SET) == header[0]);
	assert(read(0, record, header[1]) == header[1]);
	if (header[1] == 4 && record[3] == 'x')
		return 2;
	return 0;
}
