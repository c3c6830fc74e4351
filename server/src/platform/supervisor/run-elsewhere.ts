import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  readlinkSync,
} from 'node:fs'
import { constants } from 'node:os'
import { join, relative } from 'node:path'
import { isRunning } from '../db/embedded/process-info.ts'
import { become, ownPlace, type User } from './leave-root.ts'

/** What runs; sources of tests and tools stay behind. */
const parts = [
  'package.json',
  'package-lock.json',
  'contract',
  'server',
  'simulator',
  'console/dist',
  'node_modules',
  'tools/runtime',
]

/** Packages that only building and testing need: half of all. */
function developmentPackages(program: string): ReadonlySet<string> {
  const lock: unknown = JSON.parse(readFileSync(join(program, 'package-lock.json'), 'utf8'))
  const packages = typeof lock === 'object' && lock !== null && 'packages' in lock ? lock.packages : {}
  const entries: [string, unknown][] = Object.entries(packages ?? {})
  return new Set(
    entries.flatMap(([path, entry]) => (typeof entry === 'object' && entry !== null && 'dev' in entry ? [path] : [])),
  )
}

/** By hard links where the disk is the same, else copied. */
export function mirror(program: string, target: string): void {
  const skipped = developmentPackages(program)
  function take(path: string): void {
    const source = join(program, path)
    if (!existsSync(source) || skipped.has(path) || path.endsWith('/.cache')) return
    mkdirSync(join(target, path), { recursive: true, mode: 0o755 })
    for (const entry of readdirSync(source, { withFileTypes: true })) {
      const inner = `${path}/${entry.name}`
      if (entry.isDirectory()) take(inner)
      else takeFile(inner, entry.isSymbolicLink())
    }
  }
  function takeFile(path: string, isLink: boolean): void {
    const [source, copy] = [join(program, path), join(target, path)]
    if (isLink) return symlinkSync(readlinkSync(source), copy)
    try {
      linkSync(source, copy)
    } catch {
      copyFileSync(source, copy)
    }
  }
  mkdirSync(target, { recursive: true, mode: 0o755 })
  for (const part of parts) {
    if (part.endsWith('.json')) takeFile(part, false)
    else take(part)
  }
}

/** Mirrors of starts that are over. */
function removeOld(): void {
  for (const name of readdirSync(ownPlace)) {
    const pid = /^program-(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(ownPlace, name), { recursive: true, force: true })
  }
}

/**
 * The program lies where its user cannot read it (a clone in /root): it runs from a mirror of it. This process stays as the one
 * that was started, as that user too, and passes on what it is told.
 */
export function runElsewhere(program: string, user: User, env: NodeJS.ProcessEnv): void {
  mkdirSync(ownPlace, { recursive: true, mode: 0o755 })
  removeOld()
  const target = join(ownPlace, `program-${process.pid}`)
  mirror(program, target)
  const inMirror = (path: string) => (path.startsWith(program) ? join(target, relative(program, path)) : path)
  const child = spawn(
    inMirror(process.execPath),
    [...process.execArgv, join(target, 'server/src/main.ts'), ...process.argv.slice(2)],
    { ...user, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  )
  become(user)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  process.on('disconnect', () => child.kill('SIGTERM'))
  child.on('error', (error) => {
    process.stderr.write(`Brigade did not start: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
}
