import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { interruptedRestore } from '../db/embedded/data-folder.ts'
import { processInfo } from '../db/embedded/process-info.ts'
import { writePrivate } from '../files/private-file.ts'
import { SettingsRefused } from '../settings.ts'

const Instance = z.object({ pid: z.number().int(), command: z.string(), url: z.string().optional() })

function read(path: string) {
  try {
    return Instance.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

export type InstanceLock = Readonly<{
  /** True when the previous instance was killed rather than stopped: its children are just ending. */
  isAfterCrash: boolean
  /** Records this instance's URL for a second start. */
  storeUrl: (url: string) => void
  release: () => void
}>

/**
 * One supervisor per data folder: two would stop each other's database. A lock is taken over if its process has ended
 * or is another program by now.
 */
export function lockInstance(dataDir: string): InstanceLock {
  const path = join(dataDir, 'instance.json')
  if (existsSync(join(dataDir, interruptedRestore))) {
    throw new SettingsRefused(
      `A restore into ${dataDir} was interrupted, so what is there is not complete: remove that folder and restore again`,
    )
  }
  const known = read(path)
  const running = known && known.pid !== process.pid ? processInfo(known.pid) : undefined
  if (known && running && !running.isZombie && running.command === known.command) {
    throw new SettingsRefused(
      `Brigade runs on ${dataDir} already (process ${known.pid}${known.url ? `, ${known.url}` : ''}): stop it first, or set DATA_DIR to another folder`,
    )
  }
  const self = { pid: process.pid, command: processInfo(process.pid)?.command ?? '' }
  mkdirSync(dataDir, { recursive: true })
  writePrivate(path, JSON.stringify(self))
  return {
    isAfterCrash: known !== undefined,
    storeUrl: (url) => writePrivate(path, JSON.stringify({ ...self, url })),
    release: () => rmSync(path, { force: true }),
  }
}
