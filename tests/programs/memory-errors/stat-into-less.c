// A structure the system fills needs all of its room.
#include <stdlib.h>
#include <sys/stat.h>

int main(void)
{
	struct stat *s = malloc(sizeof *s - 1);
	return stat("/", s); //~ out-of-bounds in stat
}
