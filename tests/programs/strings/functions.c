// The functions of string.h, each at least once.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char buffer[64] = "The quick brown fox";
	printf("%zu %zu\n", strlen(buffer), strnlen(buffer, 5));
	printf("%s|%s|%s\n", strchr(buffer, 'q'), strrchr(buffer, 'o'), strstr(buffer, "own"));
	printf("%zu %zu %s\n", strspn(buffer, "The "), strcspn(buffer, "xyz"), strpbrk(buffer, "kb"));
	strcat(buffer, " jumps");
	strncat(buffer, " over the dog", 5);
	puts(buffer);
	char padded[8];
	memset(padded, '#', 8);
	strncpy(padded, "ab", 5);
	printf("%d%d%d%c\n", padded[2], padded[3], padded[4], padded[5]);
	printf("%d %d %d\n", strcmp("abc", "abd") < 0, strncmp("abc", "abd", 2), strcmp("\xff", "a") > 0);
	printf("%d %d\n", memcmp("a\0b", "a\0c", 3) < 0, memcmp("", "x", 0));
	printf("%s\n", (char *)memchr("find me", 'm', 7));
	puts(strcpy(buffer + 10, "copied"));
	return 0;
}
