// Tables of constants, of structures and of pointers to each other.
#include <stdio.h>

enum colour { RED, GREEN, BLUE, COLOURS };

static const struct {
	enum colour colour;
	const char *name;
	float weight;
} table[COLOURS] = {
	[GREEN] = {GREEN, "green", 0.7152f},
	[RED] = {RED, "red", 0.2126f},
	[BLUE] = {BLUE, "blue", 0.0722f},
};
static const char *const *const names = (const char *const[]){"r", "g", "b", 0};

int main(void)
{
	float sum = 0;
	for (enum colour c = RED; c < COLOURS; c++) {
		printf("%d %s %s %.4f\n", table[c].colour, table[c].name, names[c], table[c].weight);
		sum += table[c].weight;
	}
	printf("%.2f %d\n", sum, names[3] == 0);
	return 0;
}
