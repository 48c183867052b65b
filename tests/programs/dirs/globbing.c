// Patterns for names.
#include <fnmatch.h>
#include <glob.h>
#include <libgen.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	const char *names[] = {"one.c", "two.c", "three.h"};
	for (int i = 0; i < 3; i++)
		fclose(fopen(names[i], "w"));
	glob_t g;
	printf("%d", glob("*.c", 0, NULL, &g));
	for (size_t i = 0; i < g.gl_pathc; i++)
		printf(" %s", g.gl_pathv[i]);
	globfree(&g);
	printf("\n%d %d\n", fnmatch("t*.[ch]", "three.h", 0), fnmatch("?.c", "one.c", 0) != 0);
	char path[] = "/usr/lib/file.so", other[] = "/usr/lib/file.so";
	printf("%s %s\n", basename(path), dirname(other));
	regex_t r;
	regmatch_t m[3];
	regcomp(&r, "([a-z]+)\\.([ch])$", REG_EXTENDED);
	for (int i = 0; i < 3; i++)
		if (regexec(&r, names[i], 3, m, 0) == 0)
			printf("%.*s|%.*s\n", (int)(m[1].rm_eo - m[1].rm_so), names[i] + m[1].rm_so, (int)(m[2].rm_eo - m[2].rm_so),
				names[i] + m[2].rm_so);
	regfree(&r);
	return 0;
}
