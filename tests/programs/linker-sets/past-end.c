// The bounds are the section's.
extern int __start_numbers[], __stop_numbers[];
int first __attribute__((section("numbers"))) = 1;
int second __attribute__((section("numbers"))) = 2;

int main(void) {
    int sum = 0;
    for (int *p = __start_numbers; p <= __stop_numbers; p++)
        sum += *p; //~ out-of-bounds: offset 8 of section `numbers` of 8 bytes
    return sum;
}
