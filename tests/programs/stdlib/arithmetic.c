// abs, div and friends.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	div_t d = div(-17, 5);
	ldiv_t l = ldiv(1000000007L * 3 + 1, 1000000007L);
	lldiv_t ll = lldiv(-9000000000000000000LL, 7);
	printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem);
	printf("%d %ld %jd\n", abs(-5), labs(-6L), imaxabs(-7));
	printf("%" PRId64 " %" PRIx32 " %" PRIuMAX "\n", INT64_C(-5), UINT32_C(0xbeef), UINTMAX_C(9));
	printf("%s\n", getenv("HOME") ? "home" : "homeless");
	char buffer[8] = "";
	printf("%d\n", mblen("a", 1) + mbtowc(NULL, "b", 1));
	printf("%s%d\n", buffer, RAND_MAX);
	return EXIT_SUCCESS;
}
