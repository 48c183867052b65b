// realpath, mkdtemp-like names and the working folder.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	char path[PATH_MAX], here[PATH_MAX];
	mkdir("a", 0755);
	mkdir("a/b", 0755);
	symlink("a/b", "link");
	getcwd(here, sizeof here);
	printf("%d\n", realpath("link/../b/.", path) != NULL);
	printf("%s\n", path + strlen(here));
	chdir("link");
	getcwd(path, sizeof path);
	printf("%s\n", path + strlen(here));
	printf("%d\n", realpath("none/x", path) == NULL);
	return 0;
}
