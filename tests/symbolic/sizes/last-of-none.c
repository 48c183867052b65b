// The last character of a line that may be empty.
//@ exits: 0 1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	size_t n = klee_range(0, 10, "n");
	char *line = malloc(n + 1);
	memset(line, 'a', n);
	line[n] = 0;
	if (klee_range(0, 2, "ends") && n)
		line[n - 1] = '\n';
	if (line[n - 1] == '\n') { //~ out-of-bounds
		free(line);
		return 1;
	}
	free(line);
	return 0;
}
