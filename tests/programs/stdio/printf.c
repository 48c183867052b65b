// Integers, strings and widths in every form.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
	printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%5.3d\n", 42, 42, 42, 42, 42, 42, 42, 42);
	printf("%u|%o|%x|%X|%#x|%#o|%#X\n", 4000000000u, 8, 255, 255, 255, 8, 255);
	printf("%hhd|%hd|%ld|%lld|%zu|%td|%jd\n", (char)-1, (short)-2, -3L, -4LL, (size_t)5, (ptrdiff_t)-6, (intmax_t)-7);
	printf("%s|%10s|%-10s|%.3s|%*s|%-*s|%.*s\n", "text", "text", "text", "text", 7, "text", 7, "text", 2, "text");
	printf("%c%c%c|%5c|%%|%-3c|\n", 'a', 0x42, 'c', 'd', 'e');
	printf("%3$s %1$s %2$s\n", "one", "two", "three");
	int count;
	printf("%d%n\n", 12345, &count);
	printf("%d %p %s\n", count, (void *)0, (char *)0);
	printf("%lx %#llo %hhu\n", -1L, 8ull, 300);
	return printf("%s", "") + printf("seven\n") - 6;
}
