// Selection by type.
#include <stdint.h>
#include <stdio.h>
#include <uchar.h>

#define NAME(x) _Generic((x), char: "char", signed char: "signed char", int: "int", long: "long", \
	unsigned: "unsigned", float: "float", double: "double", char *: "char *", default: "other")

int main(void)
{
	char c = 0;
	printf("%s %s %s %s\n", NAME(c), NAME(c + c), NAME('c'), NAME(1L));
	printf("%s %s %s %s\n", NAME(1.0f), NAME(1.0f + 1.0), NAME("text"), NAME((void *)0));
	printf("%s %s\n", NAME(1u + 1), NAME((uint8_t)1 + (uint16_t)1));
	char16_t wide[] = u"x\u20ac";
	char32_t wider[] = U"x\U0001f600";
	printf("%zu %zu %x %x\n", sizeof wide, sizeof wider, wide[1], (unsigned)wider[1]);
	return 0;
}
