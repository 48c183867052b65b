// Pointers inside of structures are copied, passed and returned with them.
#include <stdio.h>
#include <stdlib.h>

struct slice {
	char *start;
	long count;
};

struct many {
	struct slice parts[3];
	char *end;
};

static struct slice rest(struct slice s, long skip)
{
	s.start += skip;
	s.count -= skip;
	return s;
}

static struct many split(struct many m)
{
	for (int i = 1; i < 3; i++)
		m.parts[i] = rest(m.parts[i - 1], 3);
	m.end = m.parts[2].start + m.parts[2].count;
	return m;
}

int main(void)
{
	char text[] = "abcdefghi";
	struct many m = {{{text, 9}}, NULL}, *copy = malloc(sizeof *copy);
	*copy = split(m);
	m = *copy;
	for (int i = 0; i < 3; i++)
		printf("%.*s\n", (int)m.parts[i].count, m.parts[i].start);
	printf("%c\n", m.end[-1]);
	free(copy);
	return 0;
}
