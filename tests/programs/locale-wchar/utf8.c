// UTF-8 to wide characters and back.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	printf("%s\n", setlocale(LC_ALL, "C.UTF-8"));
	const char *text = "aé€😀z";
	wchar_t wide[16];
	size_t len = mbstowcs(wide, text, 16);
	printf("%zu %zu:", strlen(text), len);
	for (size_t i = 0; i < len; i++)
		printf(" %x", (unsigned)wide[i]);
	char back[32];
	printf("\n%zu %d\n", wcstombs(back, wide, sizeof back), strcmp(back, text));
	mbstate_t state = {0};
	wchar_t w;
	printf("%zd ", (ssize_t)mbrtowc(&w, "\xe2\x82", 2, &state));
	printf("%zd %x\n", (ssize_t)mbrtowc(&w, "\xac", 1, &state), (unsigned)w);
	printf("%zd\n", (ssize_t)mbrtowc(&w, "\xff", 1, &state));
	printf("%lc%ls\n", (wint_t)0xe9, L"\u20ac");
	return 0;
}
