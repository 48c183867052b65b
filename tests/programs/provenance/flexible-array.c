// What is behind the structure belongs to it, from both ends.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct string {
	size_t length;
	char bytes[];
};

static struct string *make(const char *text)
{
	size_t length = strlen(text);
	struct string *s = malloc(sizeof *s + length + 1);
	s->length = length;
	memcpy(s->bytes, text, length + 1);
	return s;
}

static size_t length_of(const char *bytes)
{
	return ((const size_t *)(const void *)bytes)[-1];
}

int main(void)
{
	struct string *s = make("flexible");
	char *bytes = s->bytes;
	printf("%s %zu %c\n", bytes, length_of(bytes), bytes[s->length - 1]);
	free((size_t *)(void *)bytes - 1);
	return 0;
}
