dnl Simple macros, arguments and recursion.
define(`hello', `Hello, $1!')dnl
hello(world)
hello()
hello
define(`pair', `($1, $2)')dnl
pair(pair(1, 2), `pair(3, 4)')
define(`reverse', `ifelse($#, 0, , $#, 1, ``$1'', `reverse(shift($@)), `$1'')')dnl
reverse(one, two, three, `four, five')
define(`fib', `ifelse(eval($1 < 2), 1, $1, `eval(fib(decr($1)) + fib(eval($1 - 2)))')')dnl
fib(12)
define(`count', `$#')count(a, b, `c, d', (e, f)) count() count
define(`quote', `ifelse($#, 0, `', ``$*'')')dnl
quote(a, b,  c)
# hello(not in a comment)
undefine(`hello')hello(world)
