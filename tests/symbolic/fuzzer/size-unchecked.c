// The first byte is read without looking at the size.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 3)
		return 0;
	if (data[1] == 'x') //~ out-of-bounds
		return 0;
	return 0;
}
