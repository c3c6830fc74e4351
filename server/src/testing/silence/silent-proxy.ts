import { once } from 'node:events'
import net from 'node:net'

/** The target of the proxy: a port of this machine, or the path of a socket. */
export type ProxyTarget = Readonly<{ port: number } | { path: string }>

type Way = {
  readonly near: net.Socket
  readonly far: net.Socket
  /** The text that was sent over it since the last `begin`. */
  sent: string
}

export type SilentProxy = AsyncDisposable &
  Readonly<{
    port: number
    /**
     * Stops reading and writing on all present connections and keeps their sockets, like a host that vanishes: neither
     * side is told. Later connections pass.
     */
    silence: () => void
    /** While true, later connections are accepted, but nothing passes over them either. */
    holdNew: (isHeld: boolean) => void
    /**
     * The next request that fits passes, and from then on its connection is silent: the request is carried out, and no
     * answer arrives. Resolves when it has passed. `sent`: the text that the connection sent since its last `begin`.
     */
    loseAnswer: (fits: (sent: string) => boolean) => Promise<void>
    /** The same, and the request does not pass either. */
    loseRequest: (fits: (sent: string) => boolean) => Promise<void>
    /** Later connections lead there. */
    lead: (target: ProxyTarget) => void
    /** Lets everything that waits pass again, on all connections. */
    mend: () => void
    /** Ends the silent connections on the far side, as a host does that gives them up. */
    giveUp: () => void
    /** The ports at this end of the connections to it. */
    ports: () => number[]
    /** How many bytes have passed, both ways. */
    passed: () => number
  }>

const ended = ({ near, far }: Way) => {
  near.destroy()
  far.destroy()
}

/** Only the last part of what a connection sent is searched, up to this length. */
const sentChars = 500_000

type Wanted = Readonly<{ fits: (sent: string) => boolean; passes: boolean; done: () => void }>

type State = {
  target: ProxyTarget
  readonly ways: Set<Way>
  readonly silent: Set<Way>
  readonly wanted: Wanted[]
  isHeld: boolean
  passedBytes: number
}

function quieten({ silent }: State, way: Way): void {
  silent.add(way)
  way.near.pause()
  way.far.pause()
}

function relay(state: State, near: net.Socket): void {
  const { ways, silent, wanted } = state
  const way: Way = { near, far: net.connect(state.target), sent: '' }
  const { far } = way
  ways.add(way)
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => undefined)
    one.once('close', () => {
      ways.delete(way)
      // A silent network tells the other side nothing.
      if (!silent.has(way)) other.destroy()
    })
  }
  near.on('data', (piece: Buffer) => {
    state.passedBytes += piece.length
    const text = piece.toString('latin1')
    way.sent = (/\bbegin\b/.test(text) ? text : way.sent + text).slice(-sentChars)
    const index = wanted.findIndex(({ fits }) => fits(way.sent))
    if (wanted[index]?.passes !== false) far.write(piece)
    if (index < 0) return
    quieten(state, way)
    for (const { done } of wanted.splice(index, 1)) done()
  })
  far.on('data', (piece: Buffer) => {
    state.passedBytes += piece.length
    // A slow reader holds the sender up, as without a proxy.
    if (near.write(piece)) return
    far.pause()
    near.once('drain', () => {
      if (!silent.has(way)) far.resume()
    })
  })
  if (state.isHeld) quieten(state, way)
}

/** A relay whose connections fall silent on demand. */
export async function silentProxy(target: ProxyTarget): Promise<SilentProxy> {
  const state: State = { target, ways: new Set(), silent: new Set(), wanted: [], isHeld: false, passedBytes: 0 }
  const { ways, silent, wanted } = state

  const silenceAfter = (fits: (sent: string) => boolean, passes: boolean) => {
    const noticed = Promise.withResolvers<void>()
    wanted.push({ fits, passes, done: noticed.resolve })
    return noticed.promise
  }

  const server = net.createServer((near) => relay(state, near))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the proxy has no port')

  return {
    port: bound.port,
    silence: () => {
      for (const way of ways) quieten(state, way)
    },
    holdNew: (held) => {
      state.isHeld = held
    },
    loseAnswer: (fits) => silenceAfter(fits, true),
    loseRequest: (fits) => silenceAfter(fits, false),
    lead: (next) => {
      state.target = next
    },
    mend: () => {
      state.isHeld = false
      for (const { near, far } of silent) {
        near.resume()
        far.resume()
      }
      silent.clear()
    },
    giveUp: () => {
      for (const way of silent) ended(way)
    },
    passed: () => state.passedBytes,
    ports: () => [...ways].flatMap(({ near }) => near.remotePort ?? []),
    [Symbol.asyncDispose]: async () => {
      for (const way of [...ways, ...silent]) ended(way)
      server.close()
      await once(server, 'close').catch(() => undefined)
    },
  }
}

/** A proxy in front of a test database, and the address of that database through it. */
export async function databaseBehindProxy(
  databaseUrl: string,
): Promise<SilentProxy & Readonly<{ databaseUrl: string }>> {
  const url = new URL(databaseUrl.replace(/^postgres(ql)?:\/\/\//, 'postgres://x/'))
  const folder = url.searchParams.get('host')
  const port = Number(url.port || url.searchParams.get('port') || 5432)
  const proxy = await silentProxy(folder === null ? { port } : { path: `${folder}/.s.PGSQL.${port}` })
  const through = new URL(`postgres://127.0.0.1:${proxy.port}${url.pathname}`)
  through.username = url.username || (url.searchParams.get('user') ?? '')
  through.password = url.password
  return { ...proxy, databaseUrl: through.href }
}
