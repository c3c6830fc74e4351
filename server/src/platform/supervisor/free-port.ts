import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { SettingsRefused } from '../settings.ts'

/** Undefined if it is possible to listen, else the error code: `EADDRINUSE`, `EACCES` … */
function problemWith(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

/**
 * The wanted port, or the next free one. `patienceMs` is for ports that are about to be released: those of our own
 * processes after their supervisor was killed.
 */
export async function freePort({
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
}): Promise<number> {
  if (port === 0) return 0
  const patientUntil = Date.now() + patienceMs
  for (let candidate = port; candidate <= Math.min(port + 100, 65_535);) {
    const problem = avoid.includes(candidate) ? 'EADDRINUSE' : await problemWith(host, candidate)
    if (problem === undefined) return candidate
    if (problem !== 'EADDRINUSE')
      throw new SettingsRefused(
        `Setting ${setting}=${port} is wrong: ${host}:${candidate} cannot be listened on (${problem})`,
      )
    if (candidate === port && Date.now() < patientUntil) await delay(50)
    else candidate += 1
  }
  throw new SettingsRefused(`Setting ${setting}=${port} is wrong: it and the hundred ports after it are taken`)
}
