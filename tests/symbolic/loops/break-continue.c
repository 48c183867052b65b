// Leaving early and skipping, decided by each byte.
//@ paths: 15
//@ exits: 0 1 2 3
#include <klee/klee.h>

int main(void)
{
	char text[3];
	int letters = 0;
	klee_make_symbolic(text, sizeof text, "text");
	for (int i = 0; i < 3; i++) {
		if (text[i] == '.')
			break;
		if (text[i] == ' ')
			continue;
		letters++;
	}
	return letters;
}
