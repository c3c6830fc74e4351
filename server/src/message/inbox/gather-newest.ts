import { cacheKey } from '../../platform/caches.ts'
import type { PublicCtx } from '../../platform/http/context.ts'
import { listNewest, type InboxOwner, type Newest } from './inbox.store.ts'

/** Limit of accounts in one statement. */
const maxConcurrent = 500

type Gathering = Readonly<{ ids: Set<string>; read: Promise<ReadonlyMap<string, Newest>> }>

/** The pending reads of a program's streams. */
const pendingReads = cacheKey(() => new Map<InboxOwner['kind'], Gathering>())

/**
 * The newest messages of one inbox, for its stream. A message to many receivers wakes all their streams in the same
 * tick: one statement reads for all of them.
 */
export async function newestOf(
  { db, caches, clock }: Pick<PublicCtx, 'db' | 'caches' | 'clock'>,
  { kind, id }: InboxOwner,
): Promise<Newest> {
  const pending = caches.of(pendingReads)
  let gathering = pending.get(kind)
  if (gathering === undefined || gathering.ids.size >= maxConcurrent) {
    const ids = new Set<string>()
    const read = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (pending.get(kind)?.ids === ids) pending.delete(kind)
      return listNewest(db, kind, [...ids], clock.now())
    })
    gathering = { ids, read }
    pending.set(kind, gathering)
  }
  gathering.ids.add(id)
  return (await gathering.read).get(id) ?? { newest: undefined, unread: 0 }
}
