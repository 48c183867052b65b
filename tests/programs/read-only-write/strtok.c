// strtok writes into its argument.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char *line = "a b c";
	char *word = strtok(line, " "); //~ read-only-write in strtok: offset 1 of constant
	puts(word);
	return 0;
}
