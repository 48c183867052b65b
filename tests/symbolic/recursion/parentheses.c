// Recursive descent over nested parentheses; a wrong one is refused.
//@ exits: 0 1
#include <klee/klee.h>

static const char *group(const char *p)
{
	while (*p == '(') {
		p = group(p + 1);
		if (!p || *p != ')')
			return 0;
		p++;
	}
	return p;
}

int main(void)
{
	char text[5];
	klee_make_symbolic(text, sizeof text, "text");
	text[4] = 0;
	const char *end = group(text);
	if (end && *end == 0)
		return 1;
	return 0;
}
