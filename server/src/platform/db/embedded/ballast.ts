import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../clock.ts'

const mebibyte = 1024 * 1024
const ballastBytes = 64 * mebibyte
const pathOf = (dataDir: string) => join(dataDir, 'ballast')

/** Below this the connector accepts no reports: PostgreSQL needs space for its write-ahead log, and panics without. */
export const lowSpaceBytes = 256 * mebibyte

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** There is too little free space to accept reports: they wait at the devices instead of filling the disk. */
export class SpaceLow extends Error {
  override name = 'SpaceLow'
}

/**
 * Checks the free space at most once a second, however often it is called; throws `SpaceLow` while less than
 * `keepBytes` is free.
 */
export function spaceGuard(dataDir: string, keepBytes: number, now: () => number): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY
  let isLow = false
  return async () => {
    if (keepBytes > 0 && Math.abs(now() - lookedAt) >= 1000) {
      lookedAt = now()
      isLow = (await freeBytes(dataDir)) < keepBytes
    }
    if (isLow) throw new SpaceLow(`Fewer than ${Math.round(keepBytes / mebibyte)} MB are free in ${dataDir}`)
  }
}

/** The same for an installation: only an embedded database is on a disk that this process can check. */
export function roomOf(
  { dataDir, keepFreeMb }: Readonly<{ dataDir: string; keepFreeMb: number }>,
  clock: Clock,
): (() => Promise<void>) | undefined {
  const isEmbedded = existsSync(join(dataDir, 'postgres'))
  return isEmbedded ? spaceGuard(dataDir, keepFreeMb * mebibyte, () => clock.now()) : undefined
}

/**
 * Reserves space that can be released when the disk is full, if there is plenty. The bytes are random: zeros could be
 * compressed or stored sparsely.
 */
export async function ensureBallast(dataDir: string) {
  const path = pathOf(dataDir)
  const known = await stat(path).catch(() => undefined)
  if (known?.size === ballastBytes || (await freeBytes(dataDir)) < lowSpaceBytes + 2 * ballastBytes) return
  const partial = `${path}.partial`
  const file = await open(partial, 'w', 0o600)
  try {
    const chunk = randomBytes(mebibyte)
    for (let written = 0; written < ballastBytes; written += mebibyte) await file.write(chunk)
  } finally {
    await file.close()
  }
  await rename(partial, path)
}

/** Releases the reserved space, so that PostgreSQL can recover on a full disk. False if it was released before. */
export async function dropBallast(dataDir: string): Promise<boolean> {
  try {
    await rm(pathOf(dataDir))
    return true
  } catch {
    return false
  }
}
