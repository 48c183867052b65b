divert(3)third
divert(1)first
divert(2)second
divert(0)main: divnum
divert(-1)never
divert(10)define(`late', `evaluated in divnum')late
divert(0)undivert(2)after the second
