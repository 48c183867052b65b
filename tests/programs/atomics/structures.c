// Small structures and floats that are atomic.
#include <stdatomic.h>
#include <stdio.h>

struct pair { int a, b; };

int main(void)
{
	_Atomic struct pair shared;
	atomic_init(&shared, ((struct pair){1, 2}));
	struct pair p = atomic_load(&shared), q = {p.a + 10, p.b + 10};
	printf("%d\n", atomic_compare_exchange_strong(&shared, &p, q));
	p = atomic_exchange(&shared, ((struct pair){7, 8}));
	printf("%d %d\n", p.a, p.b);
	_Atomic float f = 1.5f;
	f += 2;
	f *= 3;
	_Atomic double d = 0;
	for (int i = 0; i < 5; i++)
		d += f;
	printf("%g %g\n", (float)f, (double)d);
	return 0;
}
