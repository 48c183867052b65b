// Mappings: of nothing, of a file, grown and given back.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
	int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0600);
	write(fd, "hello", 5);
	char *text = mmap(NULL, 5, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	printf("%.5s\n", text);
	text[0] = 'J';
	char back[6] = "";
	pread(fd, back, 5, 0);
	printf("%.5s %s\n", text, back);
	munmap(text, 5);
	char *room = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	room[5] = 3;
	room = mremap(room, 4096, 12288, MREMAP_MAYMOVE);
	printf("%d %d\n", room[5], room[12287]);
	printf("%d\n", munmap(room, 12288));
	return 0;
}
