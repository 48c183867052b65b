// Exceptions by macros, nested, with memory to free.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf *handler;

#define TRY(code) ({ jmp_buf here, *outer = handler; handler = &here; \
	int thrown = setjmp(here); if (!thrown) { code; } handler = outer; thrown; })

static void throw(int what)
{
	longjmp(*handler, what);
}

static int parse(const char *text)
{
	int value = 0;
	for (; *text; text++) {
		if (*text < '0' || *text > '9')
			throw(*text);
		value = value * 10 + *text - '0';
	}
	return value;
}

static int careful(const char *text)
{
	int *volatile result = malloc(sizeof *result);
	*result = -1;
	int thrown = TRY(*result = parse(text));
	int value = *result;
	free(result);
	if (thrown == '!')
		throw(1);
	return value;
}

int main(void)
{
	const char *texts[] = {"123", "12x", "7!", "0"};
	for (volatile int i = 0; i < 4; i++) {
		int thrown = TRY(printf("%d\n", careful(texts[i])));
		printf("thrown %d\n", thrown);
	}
	return 0;
}
