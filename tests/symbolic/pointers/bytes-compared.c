// The bytes of pointers are numbers for memcmp and memchr, with a known length and with a symbolic one.
//@ exits: 0 1 2 3
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	unsigned char which, length;
	klee_make_symbolic(&which, sizeof which, "which");
	klee_make_symbolic(&length, sizeof length, "length");
	klee_assume(which < 8 && length <= sizeof(int *));
	int *numbers = calloc(8, sizeof *numbers);
	int *chosen = numbers + which, *third = numbers + 3;
	int result = 0;
	if (memcmp(&chosen, &third, sizeof chosen) == 0)
		result |= 1;
	if (which > 3 && memcmp(&chosen, &third, length) != 0)
		result |= 2;
	if (which == 3 && memchr(&chosen, (unsigned char)(size_t)third, length))
		result |= 2;
	free(numbers);
	return result;
}
