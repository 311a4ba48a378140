"""What `make` runs, on nothing but a Python of its own: standard library only, no import of the project.

environment.py    requirement files -> a .venv that has them
headers.py        a machine -> the headers that the MySQL driver is built with
dotenv.py         the project's folder -> its .env, and what it says of the database
addresses.py      a wanted port -> a free one
mariadb.py        nothing, or a server's address -> a server to test on
legs.py           one database -> the suite's result on it
run.py  test.py  check.py  lock.py    the targets of the Makefile
"""
