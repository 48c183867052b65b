// A length byte that is believed.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[4];
	if (size != 6 || data[0] > 5)
		return 0;
	memcpy(text, data + 1, data[0]); //~ out-of-bounds
	return 0;
}
