// One zero among the elements.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));

int main(void)
{
	volatile v4 a = {8, 6, 4, 2}, b = {4, 3, 2, 1};
	v4 q = a / b;
	printf("%d %d\n", q[0], q[3]);
	b[2] = 0;
	q = a / b; //~ division-by-zero
	return q[0];
}
