// Arrays that count from one, as in Numerical Recipes.
#include <stdio.h>
#include <stdlib.h>

static double *vector(int low, int high)
{
	double *v = malloc((high - low + 1) * sizeof *v);
	return v - low;
}

int main(void)
{
	int a[4] = {1, 2, 3, 4}, *one = a - 1, sum = 0;
	for (int i = 1; i <= 4; i++)
		sum += one[i];
	double *v = vector(1000, 1003);
	for (int i = 1000; i <= 1003; i++)
		v[i] = i * 0.5;
	double *w = vector(-2, 2);
	for (int i = -2; i <= 2; i++)
		w[i] = i;
	printf("%d %g %g\n", sum, v[1003] + v[1000], w[-2]);
	free(v + 1000);
	free(w - 2);
	return 0;
}
