// The plain null pointer.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char *equals = strchr("name", '=');
	printf("%d\n", equals == NULL);
	return *equals; //~ null-dereference: read of 1 byte at null
}
