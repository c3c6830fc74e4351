import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Role } from '../../app.ts'
import { testSecretKey, type TestApp } from '../start-app.ts'

const Addresses = z.tuple([z.object({ port: z.number().optional(), url: z.string().optional() }), z.unknown()])

/**
 * Starts a role in a separate process, on the database and data folder of `app`, and waits until it listens: `port` is
 * its port for devices, 0 if it has none. The caller kills it. `env`: further settings. Rejects if it ends before.
 */
export async function forkRole(
  app: Pick<TestApp, 'settings'>,
  role: Role,
  env: Readonly<Record<string, string>> = {},
): Promise<{ child: ChildProcess; port: number; url: string }> {
  const child = fork(fileURLToPath(new URL('../role-process.ts', import.meta.url)), [role], {
    env: {
      ...process.env,
      DATABASE_URL: app.settings.databaseUrl,
      DATA_DIR: app.settings.dataDir,
      SECRET_KEY: testSecretKey,
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: '0',
      ...env,
    },
  })
  const over = new AbortController()
  child.once('exit', () => over.abort(new Error(`A process of role ${role} ended before it listened`)))
  const message: unknown = await once(child, 'message', { signal: over.signal })
  const [{ port = 0, url = '' }] = Addresses.parse(message)
  return { child, port, url }
}
