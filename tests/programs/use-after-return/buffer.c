// The string made in a local buffer, given back and printed.
#include <stdio.h>
#include <string.h>

static const char *greeting(const char *name)
{
	char text[32];
	snprintf(text, sizeof text, "hello %s", name);
	const char *p = text;
	return p;
}

int main(void)
{
	puts(greeting("you")); //~ use-after-return in puts
	return 0;
}
