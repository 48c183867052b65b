// A word longer than its room.
// stdin: overlong
#include <stdio.h>

int main(void)
{
	char word[8];
	return scanf("%s", word); //~ out-of-bounds in scanf: offset 8 of local `word` of 8 bytes
}
