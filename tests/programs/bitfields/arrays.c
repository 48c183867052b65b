// An array of bit-fields in structures passed by value.
#include <stdio.h>

struct rgb {
	unsigned short r : 5, g : 6, b : 5;
};

static struct rgb mix(struct rgb a, struct rgb b)
{
	return (struct rgb){(a.r + b.r) / 2, (a.g + b.g) / 2, (a.b + b.b) / 2};
}

int main(void)
{
	struct rgb picture[4] = {{31, 0, 0}, {0, 63, 0}, {0, 0, 31}, {31, 63, 31}};
	struct rgb sum = picture[0];
	for (int i = 1; i < 4; i++) {
		sum = mix(sum, picture[i]);
		printf("%d %d %d\n", sum.r, sum.g, sum.b);
	}
	return 0;
}
