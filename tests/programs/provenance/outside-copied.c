// Pointers in front of their arrays are copied, grown and sorted, and still lead back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
	int *one, length;
};

static int by_length(const void *a, const void *b)
{
	return ((const struct row *)a)->length - ((const struct row *)b)->length;
}

static int sum(struct row r)
{
	int total = 0;
	for (int i = 1; i <= r.length; i++)
		total += r.one[i];
	return total;
}

static int global[4] = {1, 2, 3, 4};

int main(void)
{
	int local[3] = {5, 6, 7}, *heap = calloc(2, sizeof *heap);
	struct row *rows = malloc(2 * sizeof *rows), copy[3];
	rows[0] = (struct row){global - 1, 4};
	rows[1] = (struct row){local - 1, 3};
	rows = realloc(rows, 3 * sizeof *rows);
	rows[2] = (struct row){heap - 1, 2};
	memcpy(copy, rows, sizeof copy);
	qsort(copy, 3, sizeof *copy, by_length);
	for (int i = 0; i < 3; i++)
		printf("%d %d\n", sum(copy[i]), sum(rows[i]));
	return 0;
}
