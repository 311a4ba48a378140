"""What the conformance suite asks for, as a project: tools that are API views, called by the bridge.


settings       the bridge, an API of a few views, one account
gateway        adds the token that the suite cannot send
urls, views    the API, and POST /mcp
tools.json     the catalog, written by hand: the suite names its tools and one of their schemas
questions      which tools ask the person at the client first
documents      the resources that the suite reads
served         all of it in one bridge
"""
