// The safe twin: four bytes, the last of them zero.
//@ exits: 0 1
#include <klee/klee.h>

static int match_here(const char *re, const char *text);

static int match_star(int c, const char *re, const char *text)
{
	do {
		if (match_here(re, text))
			return 1;
	} while (*text != '\0' && (*text++ == c || c == '.'));
	return 0;
}

static int match_here(const char *re, const char *text)
{
	if (re[0] == '\0')
		return 1;
	if (re[1] == '*')
		return match_star(re[0], re + 2, text);
	if (re[0] == '$' && re[1] == '\0')
		return *text == '\0';
	if (*text != '\0' && (re[0] == '.' || re[0] == *text))
		return match_here(re + 1, text + 1);
	return 0;
}

int main(void)
{
	char re[4];
	klee_make_symbolic(re, sizeof re, "re");
	re[3] = '\0';
	if (match_here(re, "ab"))
		return 1;
	return 0;
}
