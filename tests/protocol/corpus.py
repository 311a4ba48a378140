"""What a broken or hostile client may send -> what is right to answer, on every transport.

An entry is the bytes of one line of standard input, or of one HTTP body, and the one answer that they get. Most ids
are the entry's own name. To add an entry, put it under what it must be answered with.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, Literal

META = (
    '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'
)
MIB = 1024 * 1024

NO_ANSWER = "none"
RESULT = "a result"
TOOL_ERROR = "a tool's error"
"""A result with isError: the message was right, and the agent learns what was wrong with its call."""

PARSE, REQUEST, METHOD, PARAMS, NO_RESOURCE, VERSION = -32700, -32600, -32601, -32602, -32002, -32022


@dataclass(frozen=True)
class Entry:
    """raw: the bytes. answer: one of the words above, or the code of a JSON-RPC error. id: of the answer.

    era: "" where the bytes mean the same in every revision, else the one that they speak. only: the transport that
    can carry them.
    """

    name: str
    raw: bytes
    answer: int | str
    id: Any = None
    era: Literal["", "2025-11-25", "2026-07-28"] = ""
    only: Literal["", "stdio", "http"] = ""


def no_id(answer: int, **lines: bytes) -> list[Entry]:
    """Lines whose id cannot be known, or is none."""
    return [Entry(name, raw, answer) for name, raw in lines.items()]


def unanswered(**lines: str) -> list[Entry]:
    return [Entry(name, raw.encode(), NO_ANSWER) for name, raw in lines.items()]


def with_id(answer: int, **lines: str) -> list[Entry]:
    """Lines that are no good request, yet say which answer is theirs: ID stands for it."""
    return [Entry(name, raw.replace("ID", f'"{name}"').encode(), answer, name) for name, raw in lines.items()]


def strange_ids(**ids: str) -> list[Entry]:
    """A good ping of an older client under each id, given as it is written in JSON."""
    return [
        Entry(name, f'{{"jsonrpc":"2.0","id":{id},"method":"ping"}}'.encode(), RESULT, json.loads(id), "2025-11-25")
        for name, id in ids.items()
    ]


def requests(method: str, answer: int | str, *, newer: int | str | None = None, **params: str) -> list[Entry]:
    """The members of params in JSON, once for each revision. newer: the answer where 2026-07-28 has another one."""
    return [entry for name, text in params.items() for entry in both(name, method, answer, text, newer)]


def both(name: str, method: str, answer: int | str, params: str, newer: int | str | None = None) -> list[Entry]:
    # Halves of surrogate pairs become the escapes that they are in JSON.
    spelt = json.dumps(method)
    start = f'{{"jsonrpc":"2.0","id":"{name}%s","method":{spelt},"params":{{'
    old = f"{start % ''}{params}}}}}"
    new = f"{start % ' anew'}{META}{',' if params else ''}{params}}}}}"
    return [
        Entry(name, old.encode(), answer, name, "2025-11-25"),
        Entry(f"{name} anew", new.encode(), answer if newer is None else newer, f"{name} anew", "2026-07-28"),
    ]


def calls(answer: int | str, tool: str = "tags_list", **arguments: str) -> list[Entry]:
    """Calls of a tool with arguments in JSON, once for each revision."""
    params = {name: f'"name":{json.dumps(tool)},"arguments":{text}' for name, text in arguments.items()}
    return requests("tools/call", answer, **params)


def only(transport: Literal["stdio", "http"], entries: list[Entry]) -> list[Entry]:
    return [replace(entry, only=transport) for entry in entries]


def older(entries: list[Entry]) -> list[Entry]:
    """Of a revision that knows ping."""
    return [replace(entry, era="2025-11-25") for entry in entries]


def ping(id: str, params: str = "{}") -> str:
    return f'{{"jsonrpc":"2.0","id":{id},"method":"ping","params":{params}}}'


def deep(levels: int, opening: str = "[", closing: str = "]", core: str = "") -> str:
    return opening * levels + core + closing * levels


PING = ping("1")

NO_JSON = no_id(
    PARSE,
    not_json=b"{bad",
    words=b"hello",
    http_on_a_pipe=b"POST /mcp HTTP/1.1",
    headers_of_another_protocol=b"Content-Length: 46",
    cut_off=PING[:-1].encode(),
    trailing_comma=PING.replace("}}", "},}").encode(),
    single_quotes=PING.replace('"', "'").encode(),
    comment=PING.replace("{}", "/* none */ {}").encode(),
    two_messages_on_a_line=(PING + PING).encode(),
    rest_after_the_message=(PING + " and more").encode(),
    nan_as_id=ping("NaN").encode(),
    nan_in_params=ping("1", '{"a":NaN}').encode(),
    infinity=ping("1", '{"a":-Infinity}').encode(),
    hexadecimal=ping("0x10").encode(),
    leading_zero=ping("01").encode(),
    plus=ping("+1").encode(),
    bare_minus=ping("-").encode(),
    undefined=ping("undefined").encode(),
    bytes_of_no_encoding=b"\xff\xfe{}",
    invalid_utf_8_in_text=ping("1", '{"a":"%s"}').encode() % b"\xc3\x28",
    overlong_utf_8=ping("1", '{"a":"%s"}').encode() % b"\xc0\x80",
    surrogate_in_utf_8=ping("1", '{"a":"%s"}').encode() % b"\xed\xa0\x80",
    utf_16=PING.encode("utf-16-le"),
    nul_alone=b"\x00",
    nul_in_text=ping('"a\x00b"').encode(),
    tab_in_text=ping('"a\tb"').encode(),
    mark_at_the_start_of_a_later_line=b"\xef\xbb\xbf" + PING.encode(),
    mark_between_members=PING.replace(",", ",\ufeff").encode(),
    line_separator_between_members=PING.replace(",", ",\u2028").encode(),
    unclosed_100_000_deep=b"[" * 100_000,
    closed_100_000_deep=deep(100_000).encode(),
    arrays_100_000_deep_in_params=ping("1", f'{{"a":{deep(100_000)}}}').encode(),
    objects_100_000_deep_in_params=ping("1", deep(100_000, '{"a":', "}", "1")).encode(),
)

NO_REQUEST = no_id(
    REQUEST,
    empty_batch=b"[]",
    batch=f"[{PING},{PING}]".encode(),
    batch_of_a_notification=b'[{"jsonrpc":"2.0","method":"notifications/initialized"}]',
    batch_with_a_key_twice=b'[{"id":1,"id":2}]',
    a_number=b"42",
    a_text=b'"ping"',
    null=b"null",
    true=b"true",
    empty_object=b"{}",
    method_alone=b'{"method":"ping"}',
    id_null=ping("null").encode(),
    id_true=ping("true").encode(),
    id_with_a_fraction=ping("1.5").encode(),
    id_with_a_point=ping("1.0").encode(),
    id_with_an_exponent=ping("1e3").encode(),
    id_an_object=ping("{}").encode(),
    id_an_array=ping("[1]").encode(),
    id_of_5_000_digits=ping("9" * 5_000).encode(),
    id_infinite=ping("1e999").encode(),
    id_twice=ping('1,"id":1').encode(),
    id_twice_spelt_otherwise=ping('1,"\\u0069d":2').encode(),
) + with_id(
    REQUEST,
    no_method='{"jsonrpc":"2.0","id":ID}',
    method_a_number='{"jsonrpc":"2.0","id":ID,"method":5}',
    method_null='{"jsonrpc":"2.0","id":ID,"method":null}',
    method_an_array='{"jsonrpc":"2.0","id":ID,"method":["ping"]}',
    version_missing='{"id":ID,"method":"ping"}',
    version_1='{"jsonrpc":"1.0","id":ID,"method":"ping"}',
    version_a_number='{"jsonrpc":2.0,"id":ID,"method":"ping"}',
    method_twice='{"jsonrpc":"2.0","id":ID,"method":"ping","method":"tools/call"}',
    params_twice='{"jsonrpc":"2.0","id":ID,"method":"ping","params":{},"params":{}}',
    argument_twice=ping("ID", '{"arguments":{"id":1,"id":2}}'),
    key_twice_spelt_otherwise=ping("ID", r'{"name":1,"\u006eame":2}'),
    key_twice_and_very_long=ping("ID", f'{{"{"k" * 100_000}":1,"{"k" * 100_000}":2}}'),
    digits_5_000=ping("ID", f'{{"a":{"9" * 5_000}}}'),
    digits_1_000_000=ping("ID", f'{{"a":-{"9" * 1_000_000}}}'),
    infinite=ping("ID", '{"a":1e999}'),
    infinite_below_zero=ping("ID", '{"a":[-1e999]}'),
    arrays_65_deep=ping("ID", f'{{"a":{deep(64)}}}'),
    arrays_300_deep=ping("ID", f'{{"a":{deep(300)}}}'),
    objects_300_deep=ping("ID", deep(300, '{"a":', "}", "1")),
    deep_beside_params=f'{{"jsonrpc":"2.0","id":ID,"method":"ping","x":{deep(300)}}}',
)

BAD_PARAMS = with_id(
    PARAMS,
    params_null=ping("ID", "null"),
    params_an_array=ping("ID", "[]"),
    params_a_text=ping("ID", '"x"'),
    params_a_number=ping("ID", "0"),
) + [
    *requests(
        "tools/call",
        PARAMS,
        no_tool="",
        tool_a_number='"name":5',
        tool_null='"name":null',
        tool_an_array='"name":["tags_list"]',
    ),
    *calls(PARAMS, "nope", tool_unknown="{}"),
    *calls(PARAMS, "", tool_empty="{}"),
    *calls(PARAMS, "Tags_List", tool_in_capitals="{}"),
    *calls(PARAMS, "../tags_list", tool_a_path="{}"),
    *calls(PARAMS, "tags_list\x00", tool_with_nul="{}"),
    *calls(PARAMS, "\ud800", tool_half_a_surrogate_pair="{}"),
    *only("stdio", calls(PARAMS, "x" * MIB, tool_very_long="{}")),
    *requests("tools/list", PARAMS, cursor_unknown='"cursor":"2"', cursor_a_number='"cursor":2'),
    *requests("resources/read", PARAMS, no_uri="", uri_a_number='"uri":5'),
    *requests("resources/read", NO_RESOURCE, newer=PARAMS, uri_unknown='"uri":"mcpbridge://nope"'),
    *requests("resources/read", NO_RESOURCE, newer=PARAMS, uri_a_file='"uri":"file:///etc/passwd"'),
    *requests("resources/read", NO_RESOURCE, newer=PARAMS, uri_upwards='"uri":"mcpbridge://docs/../../.env"'),
    *requests("resources/read", NO_RESOURCE, newer=PARAMS, uri_with_nul=r'"uri":"mcpbridge://docs/a\u0000b"'),
    *requests("resources/read", NO_RESOURCE, newer=PARAMS, uri_half_a_surrogate_pair=r'"uri":"mcpbridge://\udfff"'),
]  # fmt: skip

NO_METHOD = [
    *requests("nope", METHOD, method_unknown=""),
    *requests("", METHOD, method_empty=""),
    *requests("__class__", METHOD, method_of_an_object=""),
    *requests("Tools/List", METHOD, method_in_capitals=""),
    *requests("rpc.discover", METHOD, method_reserved=""),
    *requests("logging/setLevel", METHOD, method_left_out='"level":"debug"'),
    *requests("notifications/initialized", METHOD, notification_with_an_id=""),
    *requests("notifications/cancelled", METHOD, cancellation_with_an_id='"requestId":1'),
    *requests("ping", RESULT, newer=METHOD, ping_was_removed=""),
    *requests("initialize", RESULT, newer=METHOD, initialize_was_removed='"protocolVersion":"2025-11-25"'),
    *only("stdio", requests("ping\x00", METHOD, method_with_nul="")),
    *only("stdio", requests("\u2028", METHOD, method_a_line_separator="")),
    *only("stdio", requests("\udc00", METHOD, method_half_a_surrogate_pair="")),
    *only("stdio", requests("x" * MIB, METHOD, method_very_long="")),
]  # fmt: skip


def enveloped(answer: int, **metas: str) -> list[Entry]:
    """tools/list in the newest revision with each value of _meta. Without a sign of the revision it is an old one's."""
    return [
        Entry(
            name,
            f'{{"jsonrpc":"2.0","id":"{name}","method":"tools/list","params":{{"_meta":{meta}}}}}'.encode(),
            answer,
            name,
            "2026-07-28",
        )
        for name, meta in metas.items()
    ]


_VERSION = '"io.modelcontextprotocol/protocolVersion"'
_CAPABILITIES = '"io.modelcontextprotocol/clientCapabilities"'
ENVELOPES = enveloped(
    PARAMS,
    capabilities_missing=f'{{{_VERSION}:"2026-07-28"}}',
    capabilities_null=f'{{{_VERSION}:"2026-07-28",{_CAPABILITIES}:null}}',
    capabilities_an_array=f'{{{_VERSION}:"2026-07-28",{_CAPABILITIES}:[]}}',
    version_null=f"{{{_VERSION}:null,{_CAPABILITIES}:{{}}}}",
    version_an_object=f"{{{_VERSION}:{{}},{_CAPABILITIES}:{{}}}}",
)
UNKNOWN_VERSIONS = only(
    "stdio",
    enveloped(
        VERSION,
        version_unknown=f'{{{_VERSION}:"2027-01-01",{_CAPABILITIES}:{{}}}}',
        version_old=f'{{{_VERSION}:"2025-11-25",{_CAPABILITIES}:{{}}}}',
        version_half_a_surrogate_pair=f'{{{_VERSION}:"\\ud800",{_CAPABILITIES}:{{}}}}',
        version_very_long=f'{{{_VERSION}:"{"2" * MIB}",{_CAPABILITIES}:{{}}}}',
    ),
)
"""Over HTTP the header decides with the body; those pairs are the endpoint's own tests."""

TOOL_ERRORS = [
    *calls(
        TOOL_ERROR,
        arguments_an_array="[]",
        arguments_a_text='"search=x"',
        arguments_a_number="0",
        argument_unknown='{"nope":1}',
        argument_named_like_an_object='{"__proto__":{},"constructor":1}',
        argument_with_nul=r'{"search":"a\u0000b"}',
        argument_half_a_surrogate_pair=r'{"search":"\ud800"}',
        argument_name_half_a_surrogate_pair=r'{"\udfff":1}',
        argument_64_levels_deep=f'{{"search":{deep(62)}}}',
        argument_of_4_000_digits=f'{{"page":{"9" * 4_000}}}',
        argument_beyond_every_integer='{"page":1e308}',
        argument_with_a_fraction='{"page":1.5}',
        argument_true='{"page":true}',
    ),
    *calls(
        TOOL_ERROR,
        "notes_list",
        reference_half_a_surrogate_pair=r'{"project":"\ud83d"}',
        reference_with_nul=r'{"project":"\u0000"}',
        references_in_an_object='{"project":{"$ne":null}}',
    ),
    *only("stdio", calls(
        TOOL_ERROR,
        arguments_20_000=json.dumps({f"a{number}": number for number in range(20_000)}),
        argument_of_3_megabytes=f'{{"page":"{"x" * 3 * MIB}"}}',
        argument_of_500_000_arrays=f'{{"page":[{",".join(["[]"] * 500_000)}]}}',
    )),
    *only("stdio", calls(
        TOOL_ERROR, "tags_create",
        stored_name_half_a_surrogate_pair=r'{"name":"corpus \udead"}',
        stored_name_with_nul=r'{"name":"corpus \u0000"}',
    )),
]  # fmt: skip

GOOD = strange_ids(
    id_empty='""',
    id_zero="0",
    id_minus_one="-1",
    id_beyond_exact_floats="9007199254740993",
    id_of_4_000_digits="7" * 4_000,
    id_like_a_number='"0"',
    id_like_null='"null"',
    id_very_long=f'"{"i" * 100_000}"',
    id_with_nul=r'"a\u0000b"',
    id_half_a_surrogate_pair=r'"\ud83d"',
    id_of_halves_in_the_wrong_order=r'"\ude00\ud83d"',
    id_of_a_whole_pair=r'"\ud83d\ude00"',
    id_with_line_ends=r'"a\n\r\u0085\u2028\u2029b"',
    id_with_raw_line_separators='"a\u0085\u2028\u2029c"',
    id_with_a_mark='"\ufeff"',
) + [
    *older(with_id(
        RESULT,
        members_more='{"jsonrpc":"2.0","id":ID,"method":"ping","more":1,"result":2,"__proto__":3}',
        params_left_out='{"jsonrpc":"2.0","id":ID,"method":"ping"}',
        meta_of_the_wrong_kind=ping("ID", '{"_meta":[]}'),
        method_in_escapes=r'{"jsonrpc":"2.0","id":ID,"method":"\u0070ing"}',
        same_key_in_two_objects=ping("ID", '{"id":{"id":{"id":1}}}'),
        params_64_deep=ping("ID", f'{{"a":{deep(63)}}}'),
        brackets_in_text=ping("ID", f'{{"a":"{"[{" * 1_000}"}}'),
        numbers_at_the_limit=ping("ID", '{"a":[1e308,-1e308,1e-999,-0,1E+2]}'),
        blanks=" \t" + ping("ID").replace(":", " : ") + "  ",
        return_at_the_end=ping("ID") + "\r",
    )),
    *calls(
        RESULT,
        no_arguments="{}",
        argument_of_line_separators='{"search":"a\u2028\u2029\u0085b"}',
        argument_with_a_mark='{"search":"\ufeff"}',
        argument_of_every_plane='{"search":"São 日本 😀"}',
        argument_of_quotes=r'{"search":"\"\\\u002f\b\f\n\r\t"}',
        argument_like_sql="""{"search":"'; DROP TABLE notes_tag; --"}""",
    ),
]  # fmt: skip

UNANSWERED = unanswered(
    response='{"jsonrpc":"2.0","id":1,"result":{}}',
    response_with_an_error='{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}',
    response_with_a_key_twice='{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}',
    response_that_is_infinite='{"jsonrpc":"2.0","id":1,"result":1e999}',
    notification_unknown='{"jsonrpc":"2.0","method":"notifications/nope"}',
    notification_with_params_null='{"jsonrpc":"2.0","method":"notifications/initialized","params":null}',
    notification_with_a_key_twice='{"jsonrpc":"2.0","method":"notifications/x","params":{"a":1,"a":2}}',
    notification_300_deep=f'{{"jsonrpc":"2.0","method":"notifications/x","params":{{"a":{deep(300)}}}}}',
    cancellation_of_nothing='{"jsonrpc":"2.0","method":"notifications/cancelled"}',
    cancellation_of_an_object='{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
    ping_without_an_id='{"jsonrpc":"2.0","method":"ping"}',
    initialize_without_an_id='{"jsonrpc":"2.0","method":"initialize","params":{}}',
    call_without_an_id=(
        '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"tags_create","arguments":{"name":"corpus ghost"}}}'
    ),
    call_without_an_id_anew=(
        '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"tags_create","arguments":{"name":"corpus ghost"},'
        + META
        + "}}"
    ),
)

FRAMES = only("stdio", no_id(PARSE, line_of_20_megabytes=ping("1", f'{{"a":"{"x" * 20 * MIB}"}}').encode())) + [
    Entry("blank_line", b"", NO_ANSWER, only="stdio"),
    Entry("line_of_blanks", b" \t \r", NO_ANSWER, only="stdio"),
    Entry("body_of_nothing", b"", PARSE, only="http"),
    Entry("body_of_blanks", b" \r\n ", PARSE, only="http"),
    Entry("body_of_two_lines", f"{PING}\n{PING}".encode(), PARSE, only="http"),
    Entry(
        "body_over_many_lines",
        json.dumps({"jsonrpc": "2.0", "id": 77, "method": "ping"}, indent=4).replace("\n", "\r\n").encode(),
        RESULT,
        77,
        "2025-11-25",
        "http",
    ),
]

CORPUS = [
    *NO_JSON,
    *NO_REQUEST,
    *BAD_PARAMS,
    *NO_METHOD,
    *ENVELOPES,
    *UNKNOWN_VERSIONS,
    *TOOL_ERRORS,
    *GOOD,
    *UNANSWERED,
    *FRAMES,
]
