// With `--strict-words`, to read a word that ends past its object is a finding, whatever becomes of it.
//@ run: --strict-words
#include <klee/klee.h>
#include <stdint.h>

int main(void)
{
	unsigned char local[7] = {0};
	klee_assert((*(uint32_t *)(local + 4) & 1) == 0); //~ out-of-bounds
	return 0;
}
