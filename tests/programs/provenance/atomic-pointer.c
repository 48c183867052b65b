// An atomic pointer is added to, exchanged and compared, out of its array and back.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static int list[4] = {1, 2, 3, 4};
static _Atomic(int *) at = list;
static atomic_uintptr_t number;

int main(void)
{
	_Alignas(8) int local[2] = {5, 6};
	int *expected;
	atomic_fetch_add(&at, 100);
	atomic_fetch_sub(&at, 98);
	printf("%d\n", *at);
	expected = list + 2;
	printf("%d\n", atomic_compare_exchange_strong(&at, &expected, local));
	printf("%d\n", *atomic_exchange(&at, local + 2));
	printf("%d\n", at[-1]);
	number = (uintptr_t)local;
	atomic_fetch_or(&number, 1);
	atomic_fetch_xor(&number, 5);
	printf("%d\n", *(int *)number);
	return 0;
}
