/* The CRC-32 of 800,000 bytes, bit by bit: shifts and exclusive ors, hardly any memory. */
#include <stdio.h>

#define BYTES 800000

int main(void) {
    unsigned crc = 0xffffffffu, state = 1;
    for (int i = 0; i < BYTES; i++) {
        state = state * 1664525u + 1013904223u;
        crc ^= state >> 24;
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ (0xedb88320u & -(crc & 1));
    }
    printf("%08x\n", ~crc);
    return 0;
}
