import { serviceUserFor } from '../../platform/db/embedded/service-user.ts'
import { runProxy } from './run-proxy.ts'

/** `databaseUrl`: the same database as the one that was given. */
export type PgBouncer = AsyncDisposable & Readonly<{ databaseUrl: string }>

/** Splits a URL of the tests: `postgres:///name?host=/folder&user=name`, with a port if it is not the usual one. */
function partsOf(databaseUrl: string) {
  const url = new URL(databaseUrl.replace(/^postgres:\/\/\//, 'postgres://x/'))
  const wanted = (name: string) => url.searchParams.get(name) ?? ''
  return { host: wanted('host'), port: wanted('port') || '5432', user: wanted('user'), name: url.pathname.slice(1) }
}

/**
 * Debian's PgBouncer with its defaults in front of all databases of a server of the tests. It refuses to run as root,
 * and so it runs as the user of the cluster.
 */
export async function startPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<PgBouncer> {
  const { host, port: serverPort, user, name } = partsOf(databaseUrl)
  const proxy = await runProxy({
    name: 'pgbouncer',
    user: serviceUserFor(undefined),
    argsOf: ({ file }) => [file],
    configOf: ({ port }) =>
      [
        '[databases]',
        `* = host=${host} port=${serverPort} user=${user}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = any',
        `pool_mode = ${mode}`,
        'max_client_conn = 500',
        'default_pool_size = 100',
        // An idle connection to a database keeps that from being copied.
        'server_idle_timeout = 2',
        '',
      ].join('\n'),
  })
  return {
    databaseUrl: `postgres://${user}@127.0.0.1:${proxy.port}/${name}`,
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}
