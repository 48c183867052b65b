// C23: checked arithmetic, literals, typed enumerations, constants.
// cflags: -std=c23
#include <stdckdint.h>
#include <stdio.h>

enum small : unsigned char { FIRST = 250, LAST = 255 };
constexpr int limit = 1'000'000;

int main()
{
	int sum;
	printf("%d ", ckd_add(&sum, limit, 0b1010));
	printf("%d\n", sum);
	printf("%d ", ckd_mul(&sum, limit, limit));
	printf("%d\n", sum);
	auto size = sizeof(enum small);
	typeof(size) twice = size * 2;
	int *nothing = nullptr;
	bool set = nothing != nullptr;
	printf("%zu %d %d\n", twice, set, LAST - FIRST);
	int list[3] = {};
	return list[0] + list[2];
}
