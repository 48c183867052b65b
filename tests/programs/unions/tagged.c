// A value with a tag, passed and returned by value.
#include <stdio.h>

struct value {
	enum { INT, REAL, TEXT } tag;
	union {
		int i;
		double r;
		const char *t;
	};
};

static struct value add(struct value a, struct value b)
{
	if (a.tag == INT && b.tag == INT)
		return (struct value){INT, {.i = a.i + b.i}};
	if (a.tag == TEXT)
		return (struct value){TEXT, {.t = a.t + 1}};
	double x = a.tag == INT ? a.i : a.r, y = b.tag == INT ? b.i : b.r;
	return (struct value){REAL, {.r = x + y}};
}

static void show(struct value v)
{
	switch (v.tag) {
	case INT: printf("int %d\n", v.i); break;
	case REAL: printf("real %g\n", v.r); break;
	case TEXT: printf("text %s\n", v.t); break;
	}
}

int main(void)
{
	struct value one = {INT, {1}}, half = {REAL, {.r = 0.5}}, text = {TEXT, {.t = "text"}};
	show(add(one, one));
	show(add(one, half));
	show(add(half, half));
	show(add(text, one));
	return 0;
}
