// Text to floats, to the last bit.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	const char *texts[] = {"1.5", "0.1", "-1e10", "0x1.8p3", "inf", "-infinity", "1e400", "4.9e-324", "1e-400",
		"9007199254740993", "2.2250738585072011e-308", "123abc", ".5.", "e5", "  +7e-2x", "1e+"};
	for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *end;
		double d = strtod(texts[i], &end);
		float f = strtof(texts[i], NULL);
		printf("%s: %a %a \"%s\"\n", texts[i], d, f, end);
	}
	printf("%a %d\n", atof("3.25e1"), strtod("nan", NULL) != strtod("nan", NULL));
	return 0;
}
