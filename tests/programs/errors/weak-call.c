// A weak function without a definition, called without a look.
#include <stdio.h>

extern void optional(void) __attribute__((weak));

int main(void)
{
	puts(optional ? "there" : "absent");
	optional(); //~ bad-call
	return 0;
}
