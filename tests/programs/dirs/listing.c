// Folders are made, listed and removed.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
	const char *names[] = {"folder/b", "folder/a", "folder/c.txt"};
	mkdir("folder", 0755);
	printf("%s\n", mkdir("folder", 0755) ? strerror(errno) : "twice?");
	for (int i = 0; i < 3; i++)
		fclose(fopen(names[i], "w"));
	DIR *d = opendir("folder");
	struct dirent *e;
	char *found[10];
	int count = 0;
	while ((e = readdir(d)))
		found[count++] = strdup(e->d_name);
	closedir(d);
	qsort(found, count, sizeof *found, compare);
	for (int i = 0; i < count; i++)
		printf("%s ", found[i]);
	printf("\n%s\n", rmdir("folder") ? strerror(errno) : "full?");
	for (int i = 0; i < 3; i++)
		unlink(names[i]);
	printf("%d %d\n", rmdir("folder"), opendir("folder") == NULL);
	return 0;
}
