// The compiler's checked addition and multiplication.
//@ paths: 3
//@ exits: 0 1 2
#include <assert.h>
#include <klee/klee.h>

int main(void)
{
	int a = klee_int("a"), b = klee_int("b"), sum, product;
	if (__builtin_add_overflow(a, b, &sum))
		return 1;
	assert((long)a + b == sum);
	if (__builtin_mul_overflow(sum, 3, &product))
		return 2;
	assert(product == 3l * sum);
	return 0;
}
