// strdup, strndup, and strings in a growing table.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
	const char *text = "pear apple fig plum apple date";
	char **words = NULL;
	size_t count = 0;
	while (*text) {
		size_t len = strcspn(text, " ");
		words = realloc(words, (count + 1) * sizeof *words);
		words[count++] = strndup(text, len);
		text += len + (text[len] == ' ');
	}
	qsort(words, count, sizeof *words, compare);
	for (size_t i = 0; i < count; i++) {
		printf("%s%s", words[i], i + 1 < count ? ", " : "\n");
		free(words[i]);
	}
	free(words);
	return 0;
}
