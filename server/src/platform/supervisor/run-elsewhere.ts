import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { processInfo } from '../db/embedded/process-info.ts'
import { become, ownPlace, type User } from './leave-root.ts'

/** The parts needed to run; tests and tools are left out. */
const parts = ['contract', 'server', 'simulator', 'console/dist', 'node_modules', 'tools/runtime']
const files = ['package.json', 'package-lock.json']

const Lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })

/** Packages that only building and testing need: half of all. */
function developmentPackages(program: string): ReadonlySet<string> {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(program, 'package-lock.json'), 'utf8')))
  return new Set(Object.entries(packages).flatMap(([path, { dev }]) => (dev === true ? [path] : [])))
}

/** Every file needed to run, by its path in the program. */
function filesOf(program: string): string[] {
  const skipped = developmentPackages(program)
  const within = (path: string): string[] => {
    if (!existsSync(join(program, path)) || skipped.has(path) || path.endsWith('/.cache')) return []
    return readdirSync(join(program, path), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? within(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    )
  }
  return [...files, ...parts.flatMap(within)]
}

/** A hash that is the same for the same files at the same place. */
function versionOf(program: string, paths: readonly string[]): string {
  const hash = createHash('sha256').update(program)
  for (const path of paths) {
    const { size, mtimeMs } = lstatSync(join(program, path))
    hash.update(`\0${path} ${size} ${mtimeMs}`)
  }
  return hash.digest('hex').slice(0, 16)
}

function take(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
  if (lstatSync(source).isSymbolicLink()) return symlinkSync(readlinkSync(source), target)
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}

/**
 * Makes a mirror with hard links on the same disk, else a copy. It is complete or absent; one of the same version is
 * used again. Returns its path.
 */
export function mirror(program: string, place: string): string {
  const paths = filesOf(program)
  const target = join(place, `program-${versionOf(program, paths)}`)
  if (existsSync(target)) return target
  const partial = join(place, `partial-${process.pid}`)
  rmSync(partial, { recursive: true, force: true })
  for (const path of paths) take(join(program, path), join(partial, path))
  try {
    renameSync(partial, target)
  } catch (error) {
    // Another start was first.
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

/** Removes mirrors that no process runs from any more. */
function removeOthers(target: string): void {
  const commands = readdirSync('/proc').flatMap((entry) =>
    /^\d+$/.test(entry) ? [processInfo(Number(entry))?.command ?? ''] : [],
  )
  for (const name of readdirSync(ownPlace)) {
    const path = join(ownPlace, name)
    if (!name.startsWith('program-') || path === target || commands.some((command) => command.includes(`${path}/`)))
      continue
    rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Runs the program from a mirror when its user cannot read it (a clone in /root). This process remains as the one that
 * was started, as that user too, and forwards signals and messages.
 */
export function runElsewhere(program: string, user: User, env: NodeJS.ProcessEnv): void {
  mkdirSync(ownPlace, { recursive: true, mode: 0o755 })
  const target = mirror(program, ownPlace)
  removeOthers(target)
  const inMirror = (path: string) => (path.startsWith(program) ? join(target, relative(program, path)) : path)
  const child = spawn(
    inMirror(process.execPath),
    [...process.execArgv, join(target, 'server/src/main.ts'), ...process.argv.slice(2)],
    { ...user, env, cwd: target, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  )
  become(user)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  process.on('disconnect', () => child.kill('SIGTERM'))
  // The parent of this process waits for the program's reports.
  child.on('message', (message) => process.send?.(message))
  child.on('error', (error) => {
    process.stderr.write(`Brigade did not start: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
}
