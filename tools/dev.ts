import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { holdPort } from '../server/src/platform/supervisor/free-port.ts'
import { devProxy } from './dev-proxy.ts'

const root = join(import.meta.dirname, '..')
const wantedPort = Number(process.env['HTTP_PORT'] ?? 8080)
const { port, release } = await holdPort({ setting: 'HTTP_PORT', host: '127.0.0.1', port: wantedPort })
await release()

// Everything under the supervisor restarts when a file of the server changes, including PostgreSQL, in 0.3 s.
const watched = ['server/src', 'server/migrations', 'contract/src', 'simulator/src'].map(
  (folder) => `--watch-path=${join(root, folder)}`,
)
const server = spawn(
  process.execPath,
  [
    ...watched,
    '--watch-preserve-output',
    '--disable-warning=ExperimentalWarning',
    join(root, 'server/src/main.ts'),
    '--demo',
  ],
  {
    cwd: root,
    env: { ...process.env, HTTP_PORT: String(port), LOG_FORMAT: process.env['LOG_FORMAT'] ?? 'text' },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)

const vite = await createServer({
  configFile: join(root, 'console/vite.config.ts'),
  root: join(root, 'console'),
  server: { port: 5173, proxy: devProxy(port) },
})
await vite.listen()
vite.printUrls()

async function stop() {
  server.kill('SIGTERM')
  await vite.close()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
process.on('disconnect', () => void stop())
server.once('exit', (code) => process.exit(code ?? 0))
