// What string functions return is a pointer to what they were given.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char line[] = "key=value;other=thing", *state, *end;
	char *equals = strchr(line, '='), *last = strrchr(line, '=');
	printf("%c %c %ld\n", equals[-1], last[1], (long)(last - equals));
	printf("%s\n", strstr(line, "other") - 6);
	for (char *word = strtok_r(line, "=;", &state); word; word = strtok_r(NULL, "=;", &state))
		printf("%ld:%s ", (long)(word - line), word);
	memmove(line + 2, line, 3);
	printf("\n%s %s\n", line, (char *)memchr(line, 'e', 8) - 1);
	char number[] = "  42rest", copy[16];
	long n = strtol(number, &end, 10);
	printf("%ld %s %c\n", n, end, end[-1]);
	printf("%s\n", strcpy(stpcpy(copy, "one") + 1, "two") - 4);
	return 0;
}
