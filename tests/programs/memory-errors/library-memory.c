// The result of gmtime is in memory of the library, which has bounds, too.
#include <stdio.h>
#include <time.h>

int main(void)
{
	time_t zero = 0;
	struct tm *t = gmtime(&zero);
	printf("%d\n", t->tm_year);
	return ((char *)t)[sizeof *t]; //~ out-of-bounds
}
