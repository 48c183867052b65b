// A header in the file says how many entries follow; there are only three.
//@ run: --sym-files 1 4
//@ exits: 0 1 2
#include <stdio.h>

int main(void)
{
	unsigned char entries[3], count;
	FILE *f = fopen("A", "r");
	if (!f)
		return 0;
	if (fread(&count, 1, 1, f) != 1)
		return 4;
	if (fread(entries, 1, 3, f) != 3)
		return 5;
	fclose(f);
	if (count > 4)
		return 2;
	for (int i = 0; i < count; i++)
		if (entries[i] == 'x') //~ out-of-bounds
			return 1;
	return 0;
}
