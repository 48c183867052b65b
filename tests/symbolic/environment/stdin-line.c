// The safe twin with fgets.
//@ run: --sym-stdin 4
//@ exits: 0 1
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[3];
	if (!fgets(line, sizeof line, stdin))
		return 2;
	if (strlen(line) > 2)
		return 3;
	if (line[0] == '\n')
		return 1;
	return 0;
}
