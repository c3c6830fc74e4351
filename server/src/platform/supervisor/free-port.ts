import { createServer, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingsRefused } from '../settings.ts'

/** The port, taken until it is handed over to the process that listens on it. */
export type HeldPort = Readonly<{ port: number; release: () => Promise<void> }>

/** The error code if it is not possible to listen: `EADDRINUSE`, `EACCES` … */
function listening(host: string, port: number): Promise<Server | string> {
  return new Promise((resolve) => {
    // Nothing is served here: a client that connects before the program runs is turned away, as on a free port.
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen({ host, port, exclusive: true }, () => resolve(server))
  })
}

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))

/**
 * The wanted port, or the next free one. It stays taken: the first start builds for minutes before it listens. `patienceMs` is for ports
 * that are about to be released: those of our own processes after their supervisor was killed.
 */
export async function holdPort({
  setting,
  host,
  port,
  avoid = [],
  patienceMs = 0,
}: {
  setting: string
  host: string
  port: number
  avoid?: readonly number[]
  patienceMs?: number
}): Promise<HeldPort> {
  if (port === 0) return { port, release: () => Promise.resolve() }
  const patientUntil = Date.now() + patienceMs
  for (let candidate = port; candidate <= Math.min(port + 100, 65_535);) {
    const held = avoid.includes(candidate) ? 'EADDRINUSE' : await listening(host, candidate)
    if (typeof held !== 'string') return { port: candidate, release: () => closed(held) }
    if (held !== 'EADDRINUSE')
      throw new SettingsRefused(
        `Setting ${setting}=${port} is wrong: ${host}:${candidate} cannot be listened on (${held})`,
      )
    if (candidate === port && Date.now() < patientUntil) await delay(50)
    else candidate += 1
  }
  throw new SettingsRefused(`Setting ${setting}=${port} is wrong: it and the hundred ports after it are taken`)
}
