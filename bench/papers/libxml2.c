/* An HTML parser on three symbolic bytes, as in "Relocatable Addressing Model for Symbolic Execution" (ISSTA 2020). */

#include <klee/klee.h>
#include <libxml/HTMLparser.h>

enum { SIZE = 4 };

int main(void)
{
	static char text[SIZE];
	klee_make_symbolic(text, sizeof text, "text");
	klee_assume(text[SIZE - 1] == 0);
	htmlParserCtxtPtr context = htmlCreateMemoryParserCtxt(text, SIZE);
	if (!context) return 1;
	htmlParseDocument(context);
	return 0;
}
