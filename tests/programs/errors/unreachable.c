// A place that must never be reached, reached.
#include <stdio.h>

static const char *name(int kind)
{
	switch (kind) {
	case 0:
		return "zero";
	case 1:
		return "one";
	}
	__builtin_unreachable(); //~ unreachable
}

int main(void)
{
	puts(name(0));
	puts(name(2));
	return 0;
}
