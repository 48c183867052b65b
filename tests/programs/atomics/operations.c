// C11 atomics, each operation once.
#include <stdatomic.h>
#include <stdio.h>

int main(void)
{
	atomic_int a = 5;
	_Atomic unsigned long b = 10;
	atomic_bool flag = 0;
	atomic_flag lock = ATOMIC_FLAG_INIT;
	printf("%d %d %d\n", atomic_fetch_add(&a, 3), atomic_fetch_sub(&a, 1), atomic_load(&a));
	printf("%d %d\n", atomic_fetch_or(&a, 8), atomic_fetch_and(&a, 12));
	printf("%d %d\n", atomic_fetch_xor(&a, 5), atomic_exchange(&a, 100));
	int expected = 99;
	printf("%d %d\n", atomic_compare_exchange_strong(&a, &expected, 1), expected);
	printf("%d %d\n", atomic_compare_exchange_strong(&a, &expected, 1), atomic_load(&a));
	b++;
	b *= 3;
	b -= 1;
	printf("%lu %d\n", b, atomic_exchange(&flag, 1));
	printf("%d %d\n", atomic_flag_test_and_set(&lock), atomic_flag_test_and_set(&lock));
	atomic_flag_clear_explicit(&lock, memory_order_release);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_store_explicit(&a, -7, memory_order_relaxed);
	printf("%d %d %d\n", atomic_load_explicit(&a, memory_order_acquire), atomic_is_lock_free(&b), (int)flag);
	return 0;
}
