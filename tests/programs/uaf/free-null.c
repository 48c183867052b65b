// Freeing nothing is fine, as often as one likes.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	free(NULL);
	void *p = realloc(NULL, 10);
	free(p);
	p = NULL;
	free(p);
	puts("fine");
	return 0;
}
