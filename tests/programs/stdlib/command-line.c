// Options in every form.
// args: -ab -c value --long --with=value file -- -not
#include <getopt.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	static const struct option options[] = {{"long", no_argument, 0, 'l'}, {"with", required_argument, 0, 'w'}, {0}};
	int c;
	while ((c = getopt_long(argc, argv, "abc:", options, NULL)) != -1)
		printf("%c %s\n", c, optarg ? optarg : "-");
	for (int i = optind; i < argc; i++)
		printf("rest %s\n", argv[i]);
	return 0;
}
