// A tree of folders, walked by nftw and scandir.
#define _GNU_SOURCE
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int files, folders;

static int visit(const char *path, const struct stat *s, int type, struct FTW *at)
{
	files += type == FTW_F;
	folders += type == FTW_D;
	return 0;
}

int main(void)
{
	char name[64];
	mkdir("root", 0755);
	for (int i = 0; i < 3; i++) {
		sprintf(name, "root/%d", i);
		mkdir(name, 0755);
		for (int j = 0; j <= i; j++) {
			sprintf(name, "root/%d/%d", i, j);
			fclose(fopen(name, "w"));
		}
	}
	printf("%d ", nftw("root", visit, 8, FTW_PHYS));
	printf("%d %d\n", files, folders);
	struct dirent **list;
	int count = scandir("root", &list, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		printf("%s ", list[i]->d_name);
		free(list[i]);
	}
	free(list);
	puts("");
	return 0;
}
