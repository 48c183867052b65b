all: good bad also
good:
	make good
bad: missing
	make bad
also: good
	make also
