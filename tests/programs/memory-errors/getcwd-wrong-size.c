// The size that is passed is the one that counts.
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	char *folder = malloc(2);
	return getcwd(folder, 4096) == NULL; //~ out-of-bounds in getcwd
}
