"""An installation -> what is wrong with it and how to mend it, one check after another.

Read in this order:

    findings      checks -> findings, whatever happens inside a check
    subject       what is examined: whose calls, where
    order         which checks there are, and which need which
    software      versions, system checks
    stores        database, migrations, cache
    tool_catalog  the catalog: whole, in step with the code, within the rules, its health operation
    offered       documents, the HTTP endpoint
    people        tokens, and whom the calls are made for
    remote        an API at a base URL
    conversation  a command -> one server as a child process, as a client talks to it
    end_to_end    one read tool called that way
    discretion    a text -> the same without secrets
    report        findings -> lines, or JSON
"""
