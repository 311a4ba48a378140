"""Words -> the demo data: a company of some forty people in Brazil and Portugal, and what they work on.

Read in this order: words (organisation and lists), project_words, note_words; organisation, work and note_writing,
which turn them into rows that no database holds yet; drafts, which puts those together from one seed, so that every
installation shows the same; storing, which stores them; others, which tells them from what people added; load, which
loads and empties; accounts (the four logins) and account_file, which holds their passwords.
"""
