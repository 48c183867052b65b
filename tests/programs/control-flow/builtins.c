// Builtins that say something to the compiler and nothing to the program.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int pick(int x)
{
	if (__builtin_expect(x > 3, 0))
		return 1;
	__builtin_assume(x <= 3);
	return 2;
}

int main(void)
{
	char buffer[10];
	int list[4] = {1, 2, 3, 4};
	__builtin_prefetch(list);
	printf("%d %d\n", pick(5), pick(2));
	printf("%zu %zu\n", __builtin_object_size(buffer, 0), __builtin_object_size(buffer + 4, 0));
	printf("%d %d\n", __builtin_constant_p(3), __builtin_types_compatible_p(int, long));
	printf("%d\n", __builtin_choose_expr(sizeof(long) == 8, 64, 32));
	int *aligned = __builtin_assume_aligned(list, 4);
	printf("%d %d\n", aligned[2], __builtin_frame_address(0) != NULL);
	printf("%d\n", __builtin_abs(-4) + (int)__builtin_strlen("four"));
	__builtin_memset(buffer, 'b', 9);
	buffer[9] = 0;
	puts(buffer);
	printf("%d\n", __builtin_is_aligned(list, 4));
	return 0;
}
