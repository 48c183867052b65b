// Wide strings and their functions.
#include <stdio.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
	wchar_t text[32] = L"wide text";
	printf("%zu %d\n", wcslen(text), wcscmp(text, L"wide") > 0);
	wcscat(text, L" more");
	printf("%ls\n", text);
	printf("%ls\n", wcschr(text, L't'));
	wchar_t number[16];
	swprintf(number, 16, L"%d-%ls", 42, L"x");
	printf("%ls %ld\n", number, wcstol(number, NULL, 10));
	for (wchar_t *p = text; *p; p++)
		*p = towupper(*p);
	printf("%ls %d %d\n", text, iswalpha(L'x') != 0, iswdigit(L'x') != 0);
	wmemset(number, L'z', 3);
	printf("%.3ls\n", number);
	return 0;
}
