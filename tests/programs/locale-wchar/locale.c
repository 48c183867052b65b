// The locale is C until something else is asked for.
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	struct lconv *conventions = localeconv();
	printf("[%s] [%s]\n", conventions->decimal_point, conventions->thousands_sep);
	printf("%s %s\n", setlocale(LC_NUMERIC, NULL), nl_langinfo(DAY_1));
	printf("%d\n", strcoll("a", "b") < 0);
	char to[8];
	printf("%zu %s\n", strxfrm(to, "text", sizeof to), to);
	return 0;
}
