"""MCPBRIDGE["COMMANDS"] -> tools that run a project's own checks on the machine of a local server.

Read in this order:

    declared    settings -> commands, and what is wrong with them
    forbidden   an argument list -> why nobody may run it; programs holds what is known of programs
    entries     commands -> their entries in the catalog
    local       settings -> what runs commands for a local server, or nothing
    running     a command -> what it came to
    keeper      an argument list -> its exit code, in a process that ends what it started when the server is gone
    output      bytes as they come -> the text that is kept of them
    checks      settings -> system checks

What is run stands in settings alone: neither the catalog nor a caller can say it.
"""
