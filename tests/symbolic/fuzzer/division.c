// A division by a difference of bytes.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size != 2)
		return 0;
	int volatile quotient = 100 / (data[0] - data[1]); //~ division-by-zero
	(void)quotient;
	return 0;
}
