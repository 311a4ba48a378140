// A mode, and a server's address or command as JSON -> what the official TypeScript client saw of it, as JSON.
// Version 2 of that client is chosen: it alone speaks both revisions, and probes as clients of today do.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [mode, server] = [process.argv[2], JSON.parse(process.argv[3])];
const transport = server.url
  ? new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } })
  : new StdioClientTransport(server);

const client = new Client({ name: 'oracle', version: '1' }, { versionNegotiation: { mode } });
await client.connect(transport);

const failure = async (work) => {
  try {
    await work();
    return null;
  } catch (error) {
    return { kind: error.constructor.name, code: error.code, message: error.message };
  }
};
const seen = {
  revision: client.getNegotiatedProtocolVersion(),
  server: client.getServerVersion()?.name,
  tools: (await client.listTools()).tools.map((tool) => tool.name),
  made: await client.callTool({ name: 'projects_create', arguments: { name: server.name, state: 'processing', priority: 'alta' } }),
  refused: await client.callTool({ name: 'projects_create', arguments: { state: 'Procesing', plan_start_date: '2026-02-30' } }),
  resources: (await client.listResources()).resources.map((resource) => resource.uri),
  catalog: await client.readResource({ uri: 'mcpbridge://catalog' }),
  unknown: await failure(() => client.callTool({ name: 'no_such_tool', arguments: {} })),
  missing: await failure(() => client.readResource({ uri: 'mcpbridge://nowhere' })),
};
await client.close();
console.log(JSON.stringify(seen));
