// A line the library has grown: the old pointer is stale.
// stdin: short\na much longer line than the first one was, so that it has to move somewhere else, and then some more of it to be sure that this happens\n
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *line = NULL, *first;
	size_t room = 0;
	getline(&line, &room, stdin);
	first = line;
	printf("%s", first);
	getline(&line, &room, stdin);
	return first[0]; //~ use-after-free
}
