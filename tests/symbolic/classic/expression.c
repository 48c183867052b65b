// A calculator for one-digit numbers; it divides by whatever it read.
//@ exits: 0 1
#include <klee/klee.h>

static const char *at;
static int wrong;

static int number(void)
{
	if (*at < '0' || *at > '9') {
		wrong = 1;
		return 1;
	}
	return *at++ - '0';
}

static int product(void)
{
	int x = number();
	while (*at == '*' || *at == '/') {
		char op = *at++;
		int y = number();
		if (op == '*')
			x *= y;
		else
			x /= y; //~ division-by-zero
	}
	return x;
}

int main(void)
{
	char text[4];
	klee_make_symbolic(text, sizeof text, "text");
	text[3] = 0;
	at = text;
	product();
	if (wrong || *at)
		return 1;
	return 0;
}
