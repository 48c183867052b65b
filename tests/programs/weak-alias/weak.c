// Weak definitions, weak references, and who wins.
#include <stdio.h>

__attribute__((weak)) int answer(void) { return 42; }
extern int absent(int) __attribute__((weak));
extern int missing_variable __attribute__((weak));
__attribute__((weak)) int present = 7;

int main(void)
{
	printf("%d\n", answer());
	printf("%d\n", absent ? absent(1) : -1);
	printf("%d\n", &missing_variable ? missing_variable : -2);
	printf("%d\n", present);
	return 0;
}
