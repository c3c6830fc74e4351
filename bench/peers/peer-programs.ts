import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unpackedFolder } from '@brigade/server/testing/proxy/unpacked-program.ts'
import { until } from '@brigade/server/testing/until.ts'
import { mayUnpack, unpackWithApt } from '../../tools/apt.ts'

/** Debian's packages of the peers, and their programs. */
const programs = { 'victoria-metrics': 'usr/bin/victoria-metrics', influxdb: 'usr/bin/influxd' } as const
type PeerPackage = keyof typeof programs

export type PeerProgram = Readonly<{ file: string; version: string }>

/**
 * Finds the program of a package, unpacked beside the proxies of the tests if apt is there. Undefined if it cannot be
 * had.
 */
export function peerProgram(name: PeerPackage): PeerProgram | undefined {
  const folder = path.join(path.dirname(unpackedFolder()), name)
  const file = path.join(folder, programs[name])
  if (!existsSync(file) && (!mayUnpack() || !unpackWithApt([name], folder))) return undefined
  return { file, version: versionOf(name, folder) }
}

/**
 * The version is read from the changelog of the package: the programs themselves were built without a version, or with
 * one in another form.
 */
function versionOf(name: PeerPackage, folder: string): string {
  const changelog = gunzipSync(readFileSync(path.join(folder, 'usr/share/doc', name, 'changelog.Debian.gz')))
  return /\(([\d.]+)/.exec(changelog.toString('utf8', 0, 200))?.[1] ?? ''
}

export type PeerProcess = Readonly<{ pid: number; stop: () => Promise<void> }>

/** Starts a program and waits until it answers at `healthUrl`. */
export async function startPeer(
  { file }: PeerProgram,
  {
    args,
    env,
    healthUrl,
  }: Readonly<{ args: readonly string[]; env: Readonly<Record<string, string>>; healthUrl: string }>,
): Promise<PeerProcess> {
  const child = spawn(file, args, { stdio: 'ignore', env: { PATH: '/usr/bin:/bin', ...env } })
  await until(
    `${path.basename(file)} to answer`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${file} ended while starting, with code ${child.exitCode}`)
      const answered = await fetch(healthUrl).catch(() => undefined)
      return answered?.ok === true ? true : undefined
    },
    60_000,
  )
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}
