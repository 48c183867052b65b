// Names given by asm labels.
#include <stdio.h>

int renamed(int x) __asm__("the_other_name");
int renamed(int x) { return x + 1; }
extern int by_name(int) __asm__("the_other_name");
extern int say(const char *) __asm__("puts");

int main(void)
{
	say("said");
	printf("%d\n", by_name(41));
	return 0;
}
