// Calls that take their caller's place: no depth is too deep.
#include <stdio.h>

static int odd(int n, const char *text);

static int even(int n, const char *text)
{
	volatile char local[100];
	local[n % 100] = (char)n;
	if (n == 0)
		return printf("%s %d\n", text, local[0]);
	__attribute__((musttail)) return odd(n - 1, text);
}

static int odd(int n, const char *text)
{
	if (n == 0)
		return -1;
	__attribute__((musttail)) return even(n - 1, text);
}

int main(void)
{
	printf("%d %d\n", even(200000, "even"), odd(1000, "odd"));
	return 0;
}
