// A pointer in front of its array is passed and returned where the calling convention knows only words.
#include <stdio.h>

struct value {
	int kind;
	union {
		int *one;
		long number;
	} is;
};

static struct value next(struct value v)
{
	if (v.kind == 1)
		v.is.one++;
	else
		v.is.number++;
	return v;
}

static int get(struct value v)
{
	return v.kind == 1 ? v.is.one[1] : (int)v.is.number;
}

int main(void)
{
	int before[3] = {1, 2, 3}, list[3] = {4, 5, 6};
	struct value a = {1, {.one = list - 1}}, b = {2, {.number = 7}};
	printf("%d %d %d %d\n", get(a), get(next(a)), get(next(b)), before[2]);
	return 0;
}
