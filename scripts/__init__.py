"""What `make` runs, on nothing but a Python of its own: standard library only, no import of the project.

environment.py    requirement files -> a .venv that has them
debian.py         names of Debian packages -> the packages installed
driver.py         a machine -> one that can talk to MySQL and MariaDB
dotenv.py         the project's folder -> its .env, and what it says of the database
addresses.py      a wanted port -> a free one
mariadb.py        nothing, or a server's address -> a server to test on
databases.py      a server's address -> whether tests can have their own databases there (run by .venv's Python)
legs.py           one database -> the suite's result on it
refusal.py        a script's main function -> its exit status, and one sentence when it had to stop
run.py  test.py  oracles.py  check.py  lock.py    the targets of the Makefile
"""
