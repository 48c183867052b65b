// Printed with 17 digits, every double comes back.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	uint64_t bits = 0x0123456789abcdef;
	int wrong = 0;
	for (int i = 0; i < 200; i++) {
		double d, back;
		float f, again;
		char text[40];
		bits = bits * 6364136223846793005 + 1442695040888963407;
		memcpy(&d, &bits, sizeof d);
		memcpy(&f, (char *)&bits + 4, sizeof f);
		if (d == d) {
			snprintf(text, sizeof text, "%.17g", d);
			back = strtod(text, NULL);
			wrong += memcmp(&d, &back, sizeof d) != 0;
		}
		if (f == f) {
			snprintf(text, sizeof text, "%.9g", f);
			again = strtof(text, NULL);
			wrong += memcmp(&f, &again, sizeof f) != 0;
		}
	}
	printf("%d\n", wrong);
	return 0;
}
