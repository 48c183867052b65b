// What the library allocated is freed twice.
#include <dirent.h>
#include <stdio.h>

int main(void)
{
	DIR *d = opendir("/");
	printf("%d\n", closedir(d));
	return closedir(d); //~ use-after-free in closedir
}
