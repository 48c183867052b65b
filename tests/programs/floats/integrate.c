// A differential equation, by Runge and Kutta.
#include <stdio.h>

static double slope(double t, double y)
{
	return y * (1 - y) + t / 10;
}

int main(void)
{
	double t = 0, y = 0.01, h = 0.125;
	while (t < 8) {
		double a = slope(t, y), b = slope(t + h / 2, y + h / 2 * a);
		double c = slope(t + h / 2, y + h / 2 * b), d = slope(t + h, y + h * c);
		y += h / 6 * (a + 2 * b + 2 * c + d);
		t += h;
	}
	printf("%.15g %a\n", y, y);
	return 0;
}
