// Tentative definitions, extern declarations in blocks, and shadowing.
#include <stdio.h>

int value;
int value;
int value = 3;
static int hidden;

static int outer(void)
{
	int value = 10;
	{
		extern int value;
		value++;
	}
	return value + hidden++;
}

int main(void)
{
	printf("%d\n", outer());
	printf("%d\n", outer());
	printf("%d\n", value);
	return 0;
}
