// Indices below zero, from the middle of an array.
#include <ctype.h>
#include <stdio.h>

static int squares[7] = {9, 4, 1, 0, 1, 4, 9};
static const int *const middle = &squares[3];

static int at(const int *table, long i)
{
	return table[i];
}

int main(void)
{
	char text[] = "trim me   ", *end = text + sizeof text - 1;
	while (isspace((unsigned char)end[-1]))
		end--;
	*end = 0;
	printf("%s|\n", text);
	for (long i = -3; i <= 3; i++)
		printf("%d ", at(middle, i));
	printf("%d\n", end[-1] == 'e');
	return 0;
}
