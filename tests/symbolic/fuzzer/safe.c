// The safe twin.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2 || size > 3)
		return 0;
	if (data[1] == 'x')
		return 0;
	return 0;
}
