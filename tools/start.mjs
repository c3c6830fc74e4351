#!/usr/bin/env node
// Every command of package.json runs here: it installs what is missing, then runs the command on our own Node.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beginConsole, buildConsole } from './build-console.mjs'
import { endRunning, environment, install, runtimeNode } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const startedAt = Date.now()

/**
 * `build`: the console is built first. `isProduct`: the command needs no package that only checks and tests use.
 * @type {Record<string, { program: string, args?: string[], flags?: string[], build?: boolean, isProduct?: boolean }>}
 */
const commands = {
  start: { program: 'server/src/main.ts', args: ['--demo'], flags: ['--max-semi-space-size=1'], isProduct: true },
  dev: { program: 'tools/dev.ts' },
  test: { program: 'tools/run-tests.ts', build: true },
  e2e: { program: 'tools/run-tests.ts', args: ['--browser'], build: true },
  check: { program: 'tools/check.ts' },
  backup: { program: 'server/src/backup.ts', args: ['backup'], isProduct: true },
  restore: { program: 'server/src/backup.ts', args: ['restore'], isProduct: true },
  administrator: { program: 'server/src/administrator.ts', isProduct: true },
  'verify-log': { program: 'server/src/verify-log.ts', isProduct: true },
  reconcile: { program: 'server/src/reconcile.ts', isProduct: true },
  plant: { program: 'tools/tests/plant.ts', build: true },
  hard: { program: 'tools/hard/run.ts' },
  schema: { program: 'tools/write-schema.ts' },
  bench: { program: 'bench/run.ts', build: true },
}

const [name = 'start', ...rest] = process.argv.slice(2)
const command = commands[name]
if (!command) {
  process.stderr.write(`There is no command ${name}: one of ${Object.keys(commands).join(', ')}\n`)
  process.exit(2)
}

/** @type {{ program?: import('node:child_process').ChildProcess }} */
const started = {}
/**
 * Ctrl-C also reaches the program directly, which ignores the second signal.
 * @param {NodeJS.Signals} signal
 */
function end(signal) {
  if (started.program) started.program.kill(signal)
  else endRunning(signal)
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => end(signal))
// A shell between npm and this process does not pass a signal on. It dies of the signal, and this process gets another parent.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end('SIGTERM')
  }, 250).unref()
}

await install(root, { isWhole: command.isProduct !== true })
if (command.build && !(await buildConsole(root))) process.exit(1)
// The program starts its database while the console is built.
const consoleBuild = name === 'start' ? beginConsole(root) : undefined

const child = spawn(
  runtimeNode(root),
  [
    '--disable-warning=ExperimentalWarning',
    ...(command.flags ?? []),
    join(root, command.program),
    ...(command.args ?? []),
    ...rest,
  ],
  // The channel closes when this process is killed, and the program then ends too.
  {
    cwd: root,
    env: {
      ...environment(root),
      BRIGADE_STARTED_AT: String(startedAt),
      BRIGADE_CONSOLE: consoleBuild?.built ? 'building' : '',
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
)
started.program = child

/** Root may write to the folder of the console, the user that the program becomes perhaps not. */
const serving = new Promise((resolve) => child.on('message', (message) => message === 'serving' && resolve(undefined)))
void serving.then(() => consoleBuild?.compressLater())
child.on('message', (message) => void becomeItsUser(message))
child.on('exit', (code, signal) => endRunning('SIGTERM', code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 15)))

if (consoleBuild?.built) {
  const { ok, seconds } = await consoleBuild.built
  if (ok) child.send({ consoleBuiltIn: seconds }, () => undefined)
  else {
    child.removeAllListeners('exit')
    child.once('exit', () => process.exit(1))
    child.kill('SIGTERM')
  }
}

/** The program that root started has become another user. This process, which only waits for it, becomes the same. @param {unknown} message */
async function becomeItsUser(message) {
  const user = typeof message === 'object' && message !== null && 'user' in message ? message.user : undefined
  if (process.getuid?.() !== 0 || !isUser(user)) return
  await serving
  process.setgroups?.([user.gid])
  process.setgid?.(user.gid)
  process.setuid?.(user.uid)
}

/** @param {unknown} user @returns {user is { uid: number, gid: number }} */
function isUser(user) {
  return typeof user === 'object' && user !== null && 'uid' in user && 'gid' in user
}
