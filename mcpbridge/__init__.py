"""DRF viewsets -> MCP tools that language-model agents get right, with people in charge.

The house, in reading order:

    tools         the words of both trips: Tool, Argument, Shape, Reference, Safety
    catalog       docs/mcp/tools.json <-> a Catalog (plain: dataclasses <-> JSON values)
    catalog_rules, openapi_rules
                  a catalog, and the API's OpenAPI document (openapi reads it) -> what is wrong with it
    listing       a tool -> what tools/list shows of it
    secrecy       which values are never shown back
    exceptions    what can go wrong, and who is told
    derive/       viewsets -> catalog, when the code changes (needs DRF)
    serve/        message -> result, when a line comes in (needs neither Django nor DRF)
    in_process    a call -> a reply through the whole Django stack; preflight asks whether the database is ready
    bridge        puts it together for all who call tools; instructions is what it tells a client of itself
    at_base_url   the same server without Django, calling the API over HTTP; __main__ starts it, options are its options
    one_client    the messages of one local client -> answers, each as the person whom its credential names
    views, urls   POST /mcp, the HTTP transport; cross_origin decides which pages may use it, boundary
                  whether it may answer at all
    published     what a health endpoint tells of the catalog
    documents     a project's folder of documents as resources
    commands/     a project's own checks as tools of a local server
    client_configuration   what to paste into an MCP client
    doctor/       what is wrong with an installation, and how to mend it
    govern/       who may, and what happened
    rest/         what any DRF API may adopt, useful to REST clients as well
    conf, checks  settings.MCPBRIDGE, and what is wrong with it
    management/   the commands

Derive writes the catalog; serve reads nothing else and speaks only HTTP shapes. So a reviewer sees every change of a
tool as a diff, and nothing an agent can do is anything that REST cannot do.
"""

from __future__ import annotations

__version__ = "0.1.0"
