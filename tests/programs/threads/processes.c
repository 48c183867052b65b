// There is one process.
// native: differs
// levels: 0
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
	printf("%d\n", fork() < 0);
	FILE *f = popen("echo text", "r");
	printf("%d\n", f == NULL);
	printf("%d\n", system("true") != 0);
	return 0;
}
