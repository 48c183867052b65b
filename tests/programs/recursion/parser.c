// A calculator by recursive descent.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static const char *at;
static long sum(void);

static long factor(void)
{
	if (*at == '(') {
		at++;
		long value = sum();
		at++;
		return value;
	}
	if (*at == '-') {
		at++;
		return -factor();
	}
	char *end;
	long value = strtol(at, &end, 10);
	at = end;
	return value;
}

static long product(void)
{
	long value = factor();
	while (*at == '*' || *at == '/')
		if (*at++ == '*')
			value *= factor();
		else
			value /= factor();
	return value;
}

static long sum(void)
{
	long value = product();
	while (*at == '+' || *at == '-')
		value += *at == '+' ? (at++, product()) : (at++, -product());
	return value;
}

int main(void)
{
	const char *lines[] = {"1+2*3", "(1+2)*3", "-(4-10)/2", "2*(3+(4-(5*6)))-7", "100/7/3"};
	for (int i = 0; i < 5; i++) {
		at = lines[i];
		printf("%s = %ld\n", lines[i], sum());
	}
	return 0;
}
