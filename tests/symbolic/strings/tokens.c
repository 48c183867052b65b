// strtok cuts at commas.
//@ exits: 0 1 2
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char text[4];
	klee_make_symbolic(text, sizeof text, "text");
	text[3] = 0;
	int count = 0;
	for (char *word = strtok(text, ","); word; word = strtok(0, ","))
		count++;
	return count;
}
