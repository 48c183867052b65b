// Every kind of loop, with breaks and continues.
#include <stdio.h>

int main(void)
{
	int i = 0, sum = 0;
	do {
		if (i % 3 == 0)
			continue;
		sum += i;
	} while (++i < 10);
	while (1) {
		if (sum > 40)
			break;
		sum += 7;
	}
	for (int a = 0, b = 10; a < b; a++, b--)
		for (int c = a; c < b; c += 2) {
			if (c == 6)
				break;
			sum += c;
		}
	printf("%d %d\n", i, sum);
	for (;;)
		if (sum-- % 10 == 0)
			return printf("%d\n", sum) < 0;
}
