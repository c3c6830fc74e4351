import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** True if we may install Debian packages: as root, if apt is present. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const lock = join(tmpdir(), 'brigade-apt.lock')
let isFresh = false

/** Installs Debian's packages without what they merely recommend; returns false if that failed, which apt itself has reported. */
export function installWithApt(packages: readonly string[]): boolean {
  process.stdout.write(`Installing ${packages.join(' and ')} for the tests …\n`)
  return update() && runApt(['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' }

// Two runs may happen at once on one machine, and apt itself does not wait for another to end.
const runApt = (args: readonly string[], cwd?: string) =>
  spawnSync('flock', [lock, 'apt-get', ...args], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

const update = () => (isFresh ||= runApt(['update', '-qq']))

/** True if Debian packages may be had without installing them, which needs no root. */
export const mayUnpack = () => existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg-deb')

/** The packages, and those that they depend on and this machine lacks. */
function missingOf(packages: readonly string[]): string[] {
  const { stdout } = spawnSync('apt-get', ['install', '-s', '--no-install-recommends', ...packages], {
    env,
    encoding: 'utf8',
  })
  return [...new Set([...packages, ...[...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)])]
}

/**
 * Unpacks Debian's packages and what they need into a folder, without installing them: nothing of theirs is run. The
 * folder is complete or absent. Returns false if that failed, which apt itself has reported.
 */
export function unpackWithApt(packages: readonly string[], folder: string): boolean {
  process.stdout.write(`Unpacking ${packages.join(' and ')} for the tests …\n`)
  if (mayInstall() && !update()) return false
  const partial = `${folder}-${process.pid}`
  const archives = join(partial, 'archives')
  mkdirSync(archives, { recursive: true })
  try {
    const asRoot = mayInstall() ? ['-o', 'APT::Sandbox::User=root'] : []
    if (!runApt([...asRoot, 'download', '-qq', ...missingOf(packages)], archives)) return false
    for (const archive of globSync(join(archives, '*.deb')))
      if (spawnSync('dpkg-deb', ['-x', archive, partial], { stdio: ['ignore', 'ignore', 'inherit'] }).status !== 0)
        return false
    rmSync(archives, { recursive: true })
    mkdirSync(dirname(folder), { recursive: true })
    rmSync(folder, { recursive: true, force: true })
    renameSync(partial, folder)
    return true
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
