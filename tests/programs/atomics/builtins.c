// The older builtins, minimum and maximum, and pointers.
#include <stdio.h>

int main(void)
{
	int x = 10, list[4] = {1, 2, 3, 4};
	int *p = list;
	short s = -1;
	unsigned char c = 250;
	printf("%d %d\n", __sync_fetch_and_add(&x, 5), __sync_add_and_fetch(&x, 5));
	printf("%d %d\n", __sync_val_compare_and_swap(&x, 20, 7), __sync_bool_compare_and_swap(&x, 20, 8));
	printf("%d %d\n", __sync_lock_test_and_set(&x, 3), x);
	printf("%d %d\n", __atomic_fetch_nand(&x, 1, __ATOMIC_SEQ_CST), x);
	printf("%d %d\n", __atomic_fetch_max(&x, 50, __ATOMIC_SEQ_CST), __atomic_fetch_min(&x, 20, __ATOMIC_SEQ_CST));
	printf("%d\n", *__atomic_fetch_add(&p, 2 * sizeof *p, __ATOMIC_RELAXED) + *p);
	printf("%d %d\n", __atomic_sub_fetch(&s, 1, __ATOMIC_SEQ_CST), __atomic_add_fetch(&c, 10, __ATOMIC_SEQ_CST));
	double d = 1.5, e = 2.5, old;
	__atomic_exchange(&d, &e, &old, __ATOMIC_SEQ_CST);
	printf("%g %g\n", d, old);
	__sync_synchronize();
	return 0;
}
