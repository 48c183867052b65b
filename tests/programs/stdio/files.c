// Writing, seeking, reading back, appending.
#include <stdio.h>
#include <string.h>

int main(void)
{
	FILE *f = fopen("file.txt", "w+");
	for (int i = 0; i < 10; i++)
		fprintf(f, "line %d\n", i);
	printf("%ld\n", ftell(f));
	fseek(f, 14, SEEK_SET);
	char line[32];
	fgets(line, sizeof line, f);
	fputs(line, stdout);
	fseek(f, -7, SEEK_END);
	fgets(line, sizeof line, f);
	fputs(line, stdout);
	rewind(f);
	fputs("LINE", f);
	fseek(f, -2, SEEK_CUR);
	printf("%c%c", getc(f), getc(f));
	printf("%d\n", ungetc('u', f));
	printf("%c %ld\n", getc(f), ftell(f));
	fclose(f);
	f = fopen("file.txt", "a");
	fputs("end\n", f);
	fclose(f);
	f = fopen("file.txt", "r");
	int lines = 0, c;
	while ((c = fgetc(f)) != EOF)
		lines += c == '\n';
	printf("%d %d\n", lines, feof(f) != 0);
	fclose(f);
	printf("%d\n", remove("file.txt"));
	return fopen("file.txt", "r") != NULL;
}
