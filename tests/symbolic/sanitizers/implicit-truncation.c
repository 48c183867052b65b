// A length that loses bits on its way into a byte.
//@ cc: -fsanitize=implicit-unsigned-integer-truncation -fsanitize-trap=all
//@ paths: 1
//@ exits: 0
#include <klee/klee.h>

int main(void)
{
	unsigned length = klee_range(250, 260, "length");
	unsigned char byte = length; //~ abort
	return byte & 0;
}
