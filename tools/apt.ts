import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** True if we may install Debian packages: as root, if apt is present. */
export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const lock = join(tmpdir(), 'brigade-apt.lock')
let isFresh = false

/** Installs Debian's packages without what they merely recommend; returns false if that failed, which apt itself has reported. */
export function installWithApt(packages: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Two runs at once on one machine: apt itself does not wait for another to end.
  const run = (args: readonly string[]) =>
    spawnSync('flock', [lock, 'apt-get', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  process.stdout.write(`Installing ${packages.join(' and ')} for the tests …\n`)
  isFresh ||= run(['update', '-qq'])
  return isFresh && run(['install', '-y', '-qq', '--no-install-recommends', ...packages])
}
