// A pointer that is moved by atomic additions leaves its array and comes back.
#include <stdio.h>

int main(void)
{
	int a[4] = {7}, b[64] = {5}, *p = a;
	for (int i = 0; i < 32; i++)
		__atomic_fetch_add(&p, sizeof(int), __ATOMIC_SEQ_CST);
	p -= 32;
	printf("%d %d\n", *p, b[0]);
	return 0;
}
