// Text to numbers and back.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *text, int base)
{
	char *end;
	errno = 0;
	long value = strtol(text, &end, base);
	printf("%s: %ld, rest \"%s\"%s\n", text, value, end, errno == ERANGE ? ", out of range" : "");
}

int main(void)
{
	show("42", 10);
	show("  -0x1fz", 0);
	show("0777", 0);
	show("zz", 36);
	show("nothing", 10);
	show("99999999999999999999", 10);
	show("-99999999999999999999", 10);
	printf("%lu %lld %d %ld\n", strtoul("-1", NULL, 10), atoll("-5"), atoi("12abc"), atol(""));
	printf("%llu\n", strtoull("18446744073709551615", NULL, 0));
	return 0;
}
