// Lines by fgets and getline.
// stdin: short\na line longer than the buffer\n\nlast without end
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char buffer[16];
	for (int i = 0; i < 3 && fgets(buffer, sizeof buffer, stdin); i++)
		printf("%zu [%s]\n", strlen(buffer), buffer);
	char *line = NULL;
	size_t room = 0;
	ssize_t len;
	while ((len = getline(&line, &room, stdin)) >= 0)
		printf("%zd %d\n", len, line[len - 1]);
	printf("%d %d\n", feof(stdin) != 0, ferror(stdin));
	free(line);
	return 0;
}
