"""Words -> the demo data: a company of some forty people in Brazil and Portugal, and what they work on.

Read in this order: words (organisation and lists), project_words, note_words, then organisation, work and notes,
which turn them into rows, accounts (the four logins), and load, which puts it together. Made from one seed, so
every installation shows the same.
"""
