// A coroutine by switch and __LINE__.
#include <stdio.h>

struct task {
	int at, i, j;
};

#define BEGIN(t) switch ((t)->at) { case 0:
#define YIELD(t, x) do { (t)->at = __LINE__; return x; case __LINE__:; } while (0)
#define END() } return -1

static int pairs(struct task *t)
{
	BEGIN(t);
	for (t->i = 0; t->i < 3; t->i++)
		for (t->j = 0; t->j <= t->i; t->j++)
			YIELD(t, t->i * 10 + t->j);
	YIELD(t, 99);
	END();
}

int main(void)
{
	struct task a = {0}, b = {0};
	int x;
	while ((x = pairs(&a)) >= 0)
		printf("%d:%d ", x, x % 2 ? pairs(&b) : -5);
	puts("");
	return 0;
}
