// Sparse cases of every width.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static int wide(uint64_t x)
{
	switch (x) {
	case 0: return 1;
	case 0x100000000: return 2;
	case UINT64_MAX: return 3;
	case 1ull << 63: return 4;
	case 123456789012345: return 5;
	}
	return 0;
}

static int narrow(signed char x)
{
	switch (x) {
	case -128: return 1;
	case 127: return 2;
	case -1: return 3;
	}
	return 0;
}

static int ends(int x)
{
	switch (x) {
	case INT_MIN ... -1000: return -1;
	case 1000 ... INT_MAX: return 1;
	}
	return 0;
}

int main(void)
{
	printf("%d%d%d%d%d%d\n", wide(0), wide(1ull << 32), wide(-1), wide(1ull << 63), wide(123456789012345), wide(1));
	printf("%d%d%d%d\n", narrow((signed char)128), narrow(127), narrow(-1), narrow(0));
	printf("%d %d %d %d %d\n", ends(INT_MIN), ends(-1000), ends(-999), ends(999), ends(INT_MAX));
	return 0;
}
