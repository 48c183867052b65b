// realloc to nothing and back.
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *p = malloc(10);
	p = realloc(p, 0);
	printf("%d\n", p != NULL);
	p = realloc(p, 20);
	memset(p, 'x', 20);
	printf("%.3s\n", p);
	p = reallocarray(p, 10, 4);
	p[39] = 'y';
	printf("%c %d\n", p[0], malloc_usable_size(p) >= 40);
	free(p);
	return 0;
}
