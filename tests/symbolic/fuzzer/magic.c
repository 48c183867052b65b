// A crash behind four magic bytes.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 4)
		return 0;
	if (data[0] == 'F' && data[1] == 'U' && data[2] == 'Z' && data[3] == 'Z')
		abort(); //~ abort
	return 0;
}
