// The safe twin.
//@ paths: 2
//@ exits: 0 65
#include <klee/klee.h>

struct variant {
	enum { NUMBER, TEXT } tag;
	union {
		long number;
		const char *text;
	};
};

static int first(const struct variant *v)
{
	if (v->tag == NUMBER)
		return 0;
	return v->text[0];
}

int main(void)
{
	struct variant v = {TEXT, {.text = "A"}};
	if (klee_int("kind") == NUMBER) {
		v.tag = NUMBER;
		v.number = 0;
	}
	return first(&v);
}
