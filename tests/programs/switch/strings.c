// A lexer: characters to tokens.
#include <stdio.h>

enum token { END, NUMBER, NAME, OPERATOR, SPACE, OTHER };

static enum token next(const char **text)
{
	switch (*(*text)++) {
	case '\0':
		return END;
	case '0' ... '9':
		while (**text >= '0' && **text <= '9')
			++*text;
		return NUMBER;
	case 'a' ... 'z':
	case 'A' ... 'Z':
	case '_':
		while ((**text | 32) >= 'a' && (**text | 32) <= 'z')
			++*text;
		return NAME;
	case '+': case '-': case '*': case '/': case '=':
		return OPERATOR;
	case ' ': case '\t':
		return SPACE;
	}
	return OTHER;
}

int main(void)
{
	static const char *const names[] = {"end", "number", "name", "operator", "space", "other"};
	const char *text = "total = price*12 + _tax?";
	enum token t;
	do {
		t = next(&text);
		if (t != SPACE)
			puts(names[t]);
	} while (t != END);
	return 0;
}
