// A tagged union whose tag is not looked at.
//@ exits: 0
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
	return v->text[0]; //~ null-dereference
}

int main(void)
{
	struct variant v;
	v.tag = TEXT;
	v.text = "";
	if (klee_int("kind") == NUMBER) {
		v.tag = NUMBER;
		v.number = 0;
	}
	return first(&v);
}
