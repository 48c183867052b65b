// The check comes before the access.
// cflags: -fsanitize=undefined -fsanitize-trap=all
int main(int argc, char **argv) {
    int table[3] = {1, 2, 3};
    return table[argc + 2]; //~ abort: Undefined Behavior Sanitizer: Array index out of bounds
}
