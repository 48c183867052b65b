// Words of a line, by strtok and strtok_r, nested.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[] = "a=1;b=22;;c=333;", *outer;
	for (char *pair = strtok_r(line, ";", &outer); pair; pair = strtok_r(NULL, ";", &outer)) {
		char *inner, *name = strtok_r(pair, "=", &inner), *value = strtok_r(NULL, "=", &inner);
		printf("%s is %s\n", name, value);
	}
	char words[] = "  leading and trailing  ";
	int count = 0;
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
		printf("%d:%s ", ++count, word);
	puts("");
	return 0;
}
