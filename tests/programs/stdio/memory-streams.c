// Streams in memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *text;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	for (int i = 0; i < 100; i++)
		fprintf(out, "%d,", i);
	fclose(out);
	printf("%zu %.10s %s\n", len, text, text + len - 6);
	FILE *in = fmemopen(text, len, "r");
	int value, sum = 0;
	while (fscanf(in, "%d,", &value) == 1)
		sum += value;
	printf("%d\n", sum);
	fclose(in);
	free(text);
	char small[8];
	int need = snprintf(small, sizeof small, "%s", "longer than eight");
	printf("%d %s\n", need, small);
	return 0;
}
