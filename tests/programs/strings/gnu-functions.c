// The less known functions of string.h.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void)
{
	char buffer[32], *at = buffer;
	printf("%s\n", (char *)mempcpy(mempcpy(buffer, "one", 3), "two", 4) - 7);
	printf("%s|%s|%s\n", strchrnul("abc", 'z'), (char *)memrchr("a/b/c", '/', 5), (char *)memmem("haystack", 8, "st", 2));
	printf("%d %d\n", strcasecmp("ABC", "abd"), strncasecmp("ABC", "abd", 2));
	printf("%s\n", strcasestr("Hello World", "WORLD"));
	printf("%d\n", strverscmp("file9", "file10") < 0);
	strcpy(buffer, "a,b,,c");
	for (char *field; (field = strsep(&at, ","));)
		printf("[%s]", field);
	puts("");
	printf("%zu %s\n", strlcpy(buffer, "too long for it", 8), buffer);
	printf("%zu %s\n", strlcat(buffer, "more", 10), buffer);
	printf("%s %d\n", stpcpy(buffer, "end") - 3, ffs(0x50));
	printf("%d\n", memccpy(buffer, "stop;here", ';', 9) == buffer + 5);
	bzero(buffer, 4);
	printf("%d %s\n", buffer[3], strsignal(11) ? "signal" : "");
	return 0;
}
