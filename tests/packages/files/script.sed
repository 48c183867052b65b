# Numbers the paragraphs and underlines the last line of each.
1s/^/[1] /
/^$/ {
    N
    s/\n/&* /
}
/mile\.$/ {
    h
    s/./-/g
    x
    G
}
s/  */ /g
