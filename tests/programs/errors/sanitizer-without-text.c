// Without the text there is still the number of the check.
// cflags: -fsanitize=shift -fsanitize-trap=all -fsanitize-debug-trap-reasons=none
int main(int argc, char **argv) {
    return 1 << (argc + 31); //~ abort: trap of a sanitizer: shift out of bounds
}
