/* What `musl.h` declares, and functions that compilers know by themselves: all weak, as the host may have them. */

#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "musl.h"

#define WEAK __attribute__((__weak__))

/* Bytes that were read and not yet taken; those that were put back count, and hide the others. */
WEAK size_t __freadahead(FILE *file)
{
	if (file->_IO_write_ptr > file->_IO_write_base) return 0;
	size_t hidden = file->_IO_save_base ? file->_IO_save_end - file->_IO_save_base : 0;
	return file->_IO_read_end - file->_IO_read_ptr + hidden;
}

WEAK const char *__freadptr(FILE *file, size_t *size)
{
	if (file->_IO_write_ptr > file->_IO_write_base) return NULL;
	*size = file->_IO_read_end - file->_IO_read_ptr;
	return *size ? file->_IO_read_ptr : NULL;
}

WEAK void __freadptrinc(FILE *file, size_t size)
{
	file->_IO_read_ptr += size;
}

WEAK void __fseterr(FILE *file)
{
	file->_flags |= 0x20; /* _IO_ERR_SEEN */
}

WEAK size_t strlcpy(char *to, const char *from, size_t size)
{
	size_t length = strlen(from);
	if (size) {
		size_t copied = length < size ? length : size - 1;
		memcpy(to, from, copied);
		to[copied] = 0;
	}
	return length;
}

WEAK size_t strlcat(char *to, const char *from, size_t size)
{
	size_t length = strnlen(to, size);
	return length + (length < size ? strlcpy(to + length, from, size - length) : strlen(from));
}
