// The result of strchr used without looking: there may be no '='.
//@ exits: 0 1
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[3];
	klee_make_symbolic(text, sizeof text, "text");
	text[2] = 0;
	char *value = strchr(text, '=');
	if (*value == '=') { //~ null-dereference
		if (value[1] == 0)
			return 1;
	}
	return 0;
}
