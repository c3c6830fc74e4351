#!/usr/bin/env node
// Every command of package.json comes through here: install what is missing, then run it on our own Node.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from './build-console.mjs'
import { endRunning, environment, install, runtimeNode } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const startedAt = Date.now()

/** `build`: the program serves or looks at the built console. @type {Record<string, { program: string, args?: string[], build?: boolean }>} */
const commands = {
  start: { program: 'server/src/main.ts', args: ['--demo'], build: true },
  dev: { program: 'tools/dev.ts' },
  test: { program: 'tools/run-tests.ts', build: true },
  e2e: { program: 'tools/run-tests.ts', args: ['--browser'], build: true },
  check: { program: 'tools/check.ts' },
  backup: { program: 'server/src/backup.ts', args: ['backup'] },
  restore: { program: 'server/src/backup.ts', args: ['restore'] },
  plant: { program: 'tools/tests/plant.ts', build: true },
  hard: { program: 'tools/hard/run.ts' },
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
/** Ctrl-C reaches the program by itself too; it takes one more as the same. @param {NodeJS.Signals} signal */
function end(signal) {
  if (started.program) started.program.kill(signal)
  else endRunning(signal)
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => end(signal))
// A shell between npm and us does not pass a signal on: it dies of it, and somebody else becomes our parent.
const parent = process.ppid
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end('SIGTERM')
  }, 250).unref()
}

await install(root)
if (command.build && !(await buildConsole(root))) process.exit(1)

const child = spawn(
  runtimeNode(root),
  ['--disable-warning=ExperimentalWarning', join(root, command.program), ...(command.args ?? []), ...rest],
  // The channel tells the program when we are killed, so that it does not stay behind.
  {
    cwd: root,
    env: { ...environment(root), BRIGADE_STARTED_AT: String(startedAt) },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
)
started.program = child
// The program that root started has become another user: so do we, who only wait for it.
child.on('message', (message) => {
  const user = typeof message === 'object' && message !== null && 'user' in message ? message.user : undefined
  if (process.getuid?.() !== 0 || !isUser(user)) return
  process.setgroups?.([user.gid])
  process.setgid?.(user.gid)
  process.setuid?.(user.uid)
})
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 15)))

/** @param {unknown} user @returns {user is { uid: number, gid: number }} */
function isUser(user) {
  return typeof user === 'object' && user !== null && 'uid' in user && 'gid' in user
}
