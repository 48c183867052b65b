// The library's hash table and tree.
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const void *node, VISIT order, int depth)
{
	if (order == postorder || order == leaf)
		printf("%s:%d ", *(const char *const *)node, depth);
}

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

int main(void)
{
	char *words[] = {"delta", "alpha", "echo", "bravo", "charlie"};
	hcreate(10);
	for (long i = 0; i < 5; i++)
		hsearch((ENTRY){words[i], (void *)i}, ENTER);
	ENTRY *found = hsearch((ENTRY){"echo", NULL}, FIND);
	printf("%ld %d\n", (long)found->data, hsearch((ENTRY){"golf", NULL}, FIND) == NULL);
	hdestroy();
	void *root = NULL;
	for (int i = 0; i < 5; i++)
		tsearch(words[i], &root, compare);
	tdelete("bravo", &root, compare);
	twalk(root, print);
	puts("");
	return 0;
}
