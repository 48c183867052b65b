// Wide characters in and out.
// stdin: wide 42 line\nsecond\n
#include <locale.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	wchar_t word[16], line[32];
	int number;
	wprintf(L"%d ", wscanf(L"%15ls %d", word, &number));
	wprintf(L"%ls %d\n", word, number);
	fgetws(line, 32, stdin);
	wprintf(L"%d %lc\n", (int)wcslen(line), fgetwc(stdin));
	wprintf(L"%d\n", fwide(stdout, 0) > 0);
	putwchar(0x20ac);
	fputws(L" end\n", stdout);
	return 0;
}
