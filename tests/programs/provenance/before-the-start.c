// One in front of a local is no place in the one before, whatever their sizes: numbers made of it come back.
#include <stdint.h>
#include <stdio.h>

static char *back(uintptr_t number)
{
	return (char *)number + 1;
}

int main(void)
{
	char a[1] = {'a'}, b[7] = "b", c[8] = "c", d[9] = "d", e[16] = "e", f[31] = "f";
	char *all[6] = {a, b, c, d, e, f};
	for (int i = 0; i < 6; i++)
		putchar(*back((uintptr_t)all[i] - 1));
	putchar('\n');
	return 0;
}
