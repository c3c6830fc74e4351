import type { Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/http/context.ts'
import { noteBytes, type OpenedFile } from './door.store.ts'

/** While bytes are sent they are recorded this often. */
export const noteMs = 5000

/**
 * Requests for parts of a file, which may be as small as one byte: their bytes are recorded with the first of them,
 * then once in `noteMs` for all. Otherwise each would cost transactions, and one device thousands a minute.
 */
type Recent = {
  /** Read since it was noted last. */
  bytes: number
  passedAt: number
  /** Bytes were noted since the entry exists. */
  isNoted: boolean
  /** The end of the file was noted. */
  hasEnded: boolean
  /** The state in which the begin of a request was noted. */
  begunIn: string | null
  /** Times that it could not be noted. */
  failures: number
  /** Records pending bytes at once. */
  leave: () => void
}
type ByAddress = Map<string, Recent>
const recents = new WeakMap<Db, ByAddress>()
/** While the database does not answer, bytes are kept for a minute. */
const maxFailures = 12

export type Address = Readonly<{ opened: OpenedFile; tokenHash: Buffer }>
type Read = Readonly<{ bytes: number; passedAt: number }>

/** Records the beginning of a request. False if the address opens nothing any more. */
export async function noteBegin(platform: Platform, address: Address): Promise<boolean> {
  const { opened } = address
  // The device is known to be downloading: only the time would change, which the first bytes record.
  if (opened.state === 'downloading' || recentOf(platform, address)?.begunIn === opened.state) return true
  const isThere = await write(platform, address, { bytes: 0, passedAt: null })
  if (isThere) keep(platform, address).begunIn = opened.state
  return isThere
}

/** Notes the bytes of a part, or of a file that was not read to its end: at once if none were noted lately. */
export async function notePart(platform: Platform, address: Address, read: Read): Promise<void> {
  const recent = added(platform, address, read)
  if (!recent.isNoted || platform.stopping.aborted) await flush(platform, address, recent)
}

/**
 * Records all bytes that were read so far. False if the address opens nothing any more; throws if recording failed, and
 * the bytes count later.
 */
export const noteNow = (platform: Platform, address: Address, read: Read): Promise<boolean> =>
  noteRecent(platform, address, added(platform, address, read))

/** Notes the end of a file, with all that was read before it; of repetitions the first. */
export async function noteFileEnd(platform: Platform, address: Address, read: Read): Promise<boolean> {
  const recent = added(platform, address, read)
  if (recent.hasEnded) return true
  const isThere = await noteRecent(platform, address, recent)
  recent.hasEnded = isThere
  return isThere
}

const idOf = ({ tokenHash }: Address): string => tokenHash.toString('base64')
const recentOf = ({ db }: Platform, address: Address): Recent | undefined => recents.get(db)?.get(idOf(address))

function added(platform: Platform, address: Address, { bytes, passedAt }: Read): Recent {
  const recent = keep(platform, address)
  recent.bytes += bytes
  recent.passedAt = passedAt
  return recent
}

function keep(platform: Platform, address: Address): Recent {
  const known = recentOf(platform, address)
  if (known !== undefined) return known
  const recent: Recent = {
    bytes: 0,
    passedAt: 0,
    isNoted: false,
    hasEnded: false,
    begunIn: null,
    failures: 0,
    leave: () => undefined,
  }
  if (platform.stopping.aborted) return recent
  allOf(platform).set(idOf(address), recent)
  goOn(platform, address, recent)
  return recent
}

function allOf(platform: Platform): ByAddress {
  const { db, stopping } = platform
  const known = recents.get(db)
  if (known !== undefined) return known
  const all: ByAddress = new Map()
  recents.set(db, all)
  // A process that stops writes its pending notes at once.
  stopping.addEventListener('abort', () => all.forEach(({ leave }) => leave()), { once: true })
  return all
}

/** Notes once in `noteMs` while there is something to note; then the address is forgotten. */
function goOn(platform: Platform, address: Address, recent: Recent): void {
  const next = async () => {
    const hasMore = recent.bytes > 0
    if (hasMore) await flush(platform, address, recent)
    recent.hasEnded = false
    recent.begunIn = null
    if (hasMore && recent.failures < maxFailures && !platform.stopping.aborted) goOn(platform, address, recent)
    else allOf(platform).delete(idOf(address))
  }
  const timer = setTimeout(() => void next(), noteMs).unref()
  recent.leave = () => {
    clearTimeout(timer)
    void next()
  }
}

async function flush(platform: Platform, address: Address, recent: Recent): Promise<void> {
  try {
    await noteRecent(platform, address, recent)
    recent.failures = 0
  } catch (error) {
    recent.failures += 1
    platform.log.warn({ err: error }, 'Bytes of a download were not noted')
  }
}

async function noteRecent(platform: Platform, address: Address, recent: Recent): Promise<boolean> {
  const { bytes, passedAt } = recent
  recent.bytes = 0
  recent.isNoted = true
  try {
    return await write(platform, address, { bytes, passedAt })
  } catch (error) {
    recent.bytes += bytes
    recent.isNoted = false
    throw error
  }
}

const write = (
  { db, clock }: Platform,
  { opened, tokenHash }: Address,
  read: Readonly<{ bytes: number; passedAt: number | null }>,
): Promise<boolean> => noteBytes(db, opened.key, { tokenHash, ...read, now: clock.now() })
