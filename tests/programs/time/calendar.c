// Dates are arithmetic.
// env: TZ=UTC0
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
	time_t times[] = {0, 951782400, 1700000000, 4102444799};
	for (int i = 0; i < 4; i++) {
		struct tm *t = gmtime(&times[i]);
		char text[64];
		strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %b %j %U", t);
		puts(text);
		printf("%d %d %ld\n", t->tm_yday, t->tm_wday, (long)(mktime(t) - times[i]));
	}
	struct tm t = {.tm_year = 124, .tm_mon = 13, .tm_mday = 35, .tm_isdst = 0};
	printf("%ld %s", (long)mktime(&t), asctime(&t));
	memset(&t, 0, sizeof t);
	printf("%d %d\n", strptime("2021-02-03 04:05", "%Y-%m-%d %H:%M", &t) != NULL, t.tm_min);
	printf("%.0f\n", difftime(times[2], times[1]));
	return 0;
}
