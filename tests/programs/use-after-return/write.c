// Another call does not make the address good again.
#include <stdio.h>

static char *remembered;

static void remember(void)
{
	char text[16] = "here";
	remembered = text;
	puts(remembered);
}

int main(void)
{
	remember();
	remember();
	remembered[0] = 't'; //~ use-after-return: in the frame of a function that has returned
	return 0;
}
