// fread and fwrite of structures.
#include <stdio.h>

struct record {
	int id;
	double value;
	char name[12];
};

int main(void)
{
	FILE *f = tmpfile() ?: fopen("binary", "w+");
	for (int i = 0; i < 5; i++) {
		struct record r = {i, i * 1.5, ""};
		snprintf(r.name, sizeof r.name, "record %d", i);
		fwrite(&r, sizeof r, 1, f);
	}
	fflush(f);
	struct record r;
	for (int i = 4; i >= 0; i -= 2) {
		fseek(f, i * (long)sizeof r, SEEK_SET);
		printf("%zu %d %g %s\n", fread(&r, sizeof r, 1, f), r.id, r.value, r.name);
	}
	fseek(f, -10, SEEK_END);
	char rest[20];
	printf("%zu %zu\n", fread(rest, 3, 6, f), fread(rest, 1, 20, f));
	fclose(f);
	return 0;
}
