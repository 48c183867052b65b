// Results larger than registers, used in every position.
#include <stdio.h>

struct matrix { double m[2][2]; };
struct text { char c[30]; };

static struct matrix multiply(struct matrix a, struct matrix b)
{
	struct matrix r = {{{0}}};
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			for (int k = 0; k < 2; k++)
				r.m[i][j] += a.m[i][k] * b.m[k][j];
	return r;
}

static struct matrix power(struct matrix a, int n)
{
	if (n == 1)
		return a;
	struct matrix half = power(a, n / 2);
	half = multiply(half, half);
	return n % 2 ? multiply(half, a) : half;
}

static struct text name(int n)
{
	struct text t;
	snprintf(t.c, sizeof t.c, "number %d", n);
	return t;
}

int main(void)
{
	struct matrix fibonacci = {{{1, 1}, {1, 0}}};
	printf("%.0f\n", power(fibonacci, 50).m[0][1]);
	struct text (*volatile f)(int) = name;
	printf("%s %c\n", f(3).c, name(4).c[7]);
	name(5);
	return 0;
}
