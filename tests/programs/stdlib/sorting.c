// qsort and bsearch of structures.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct city {
	char name[12];
	int size;
};

static int by_size(const void *a, const void *b)
{
	return ((const struct city *)a)->size - ((const struct city *)b)->size;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

static int by_byte(const void *a, const void *b)
{
	return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main(void)
{
	struct city cities[] = {{"Ulm", 126}, {"Bonn", 331}, {"Kiel", 247}, {"Jena", 108}, {"Trier", 110}};
	qsort(cities, 5, sizeof *cities, by_size);
	for (int i = 0; i < 5; i++)
		printf("%s ", cities[i].name);
	qsort(cities, 5, sizeof *cities, by_name);
	struct city *found = bsearch("Kiel", cities, 5, sizeof *cities, by_name);
	printf("\n%d %d\n", found->size, bsearch("Rom", cities, 5, sizeof *cities, by_name) == NULL);
	unsigned char bytes[64];
	for (int i = 0; i < 64; i++)
		bytes[i] = i * 37 + 11;
	qsort(bytes, 64, 1, by_byte);
	printf("%d %d %d\n", bytes[0], bytes[32], bytes[63]);
	return 0;
}
