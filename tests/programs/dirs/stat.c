// What files are.
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void show(const char *name)
{
	struct stat s;
	if (lstat(name, &s))
		printf("%s: absent\n", name);
	else
		printf("%s: %c %o %ld\n", name, S_ISDIR(s.st_mode) ? 'd' : S_ISLNK(s.st_mode) ? 'l' : S_ISREG(s.st_mode) ? '-' : '?',
			S_ISLNK(s.st_mode) ? 0 : s.st_mode & 0777, S_ISDIR(s.st_mode) ? 0 : (long)s.st_size);
}

int main(void)
{
	umask(022);
	int fd = open("file", O_CREAT | O_WRONLY, 0666);
	write(fd, "12345", 5);
	fchmod(fd, 0600);
	close(fd);
	mkdir("sub", 0777);
	symlink("file", "link");
	show("file");
	show("sub");
	show("link");
	show("none");
	rename("file", "sub/moved");
	show("sub/moved");
	char target[16] = "";
	printf("%zd %s\n", readlink("link", target, sizeof target), target);
	chdir("sub");
	show("moved");
	char here[4096];
	printf("%d %d\n", getcwd(here, sizeof here) != NULL, access("../link", F_OK));
	return 0;
}
