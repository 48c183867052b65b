// A set of constants stays constant.
extern const int __start_numbers[];
static const int first __attribute__((section("numbers"), used)) = 1;

int main(void) {
    *(int *)__start_numbers = 2; //~ read-only-write: offset 0 of section `numbers` of 4 bytes
    return 0;
}
