// From one encoding to another.
#include <iconv.h>
#include <stdio.h>

int main(void)
{
	iconv_t converter = iconv_open("UTF-8", "ISO-8859-1");
	char from[] = "\xe9t\xe9 \xdf", to[16] = "", *in = from, *out = to;
	size_t left = sizeof from - 1, room = sizeof to;
	printf("%zu %zu\n", iconv(converter, &in, &left, &out, &room), left);
	for (char *p = to; p < out; p++)
		printf("%02x ", (unsigned char)*p);
	puts("");
	return iconv_close(converter);
}
