// Every sort of initialiser.
#include <stdio.h>

struct item {
	const char *name;
	int values[3];
	struct item *next;
	int (*show)(const char *);
};

static struct item second;
static struct item first = {"first", {1, [2] = 3}, &second, puts};
static struct item second = {.show = puts, .name = "second", .values = {7, 8, 9}};
static int numbers[] = {[5] = 50, [2] = 20, 30};
static int *middle = &numbers[3];
static const char *words[] = {"zero", "one", "two" + 1};
static char text[] = "text", exact[4] = "four";
static long difference = (char *)&numbers[4] - (char *)&numbers[1];
double ratio = 1.0 / 3;
int zeros[1000], common;

int main(void)
{
	for (struct item *i = &first; i; i = i->next) {
		i->show(i->name);
		printf("%d %d %d\n", i->values[0], i->values[1], i->values[2]);
	}
	printf("%zu %d %d %s\n", sizeof numbers, *middle, middle[2], words[2]);
	printf("%zu %.4s %ld %.3f %d %d\n", sizeof text, exact, difference, ratio, zeros[999], common);
	return 0;
}
