// _Float16 rounds to eleven bits.
#include <stdio.h>

int main(void)
{
	volatile _Float16 a = 1.0f / 3, b = 2049, c = 65504, d = 6e-8f;
	printf("%a %a %a %a\n", (double)a, (double)b, (double)c, (double)d);
	_Float16 sum = a + b, product = a * a, quotient = b / a;
	printf("%a %a %a\n", (double)sum, (double)product, (double)quotient);
	c = c + (_Float16)16;
	printf("%f %d %d\n", (double)c, (int)b, a < b);
	_Float16 array[4] = {1, 2, 3};
	for (int i = 0; i < 3; i++)
		array[3] += array[i] / (_Float16)8;
	printf("%g %zu\n", (double)array[3], sizeof array);
	return 0;
}
