import type { Db } from '../../platform/db/database.ts'
import type { PublicCtx } from '../../platform/http/context.ts'
import { listNewest, type InboxOwner, type Newest } from './inbox.store.ts'

/** Limit of accounts in one statement. */
const mostAtOnce = 500

type Gathering = Readonly<{ ids: Set<string>; read: Promise<ReadonlyMap<string, Newest>> }>

/** The pending reads of this process's streams. */
const open = { account: new WeakMap<Db, Gathering>(), 'app-user': new WeakMap<Db, Gathering>() }

/**
 * The newest messages of one inbox, for its stream. A message to many receivers wakes all their streams in the same
 * tick: one statement reads for all of them.
 */
export async function newestOf(
  { db, clock }: Pick<PublicCtx, 'db' | 'clock'>,
  { kind, id }: InboxOwner,
): Promise<Newest> {
  const ofKind = open[kind]
  let gathering = ofKind.get(db)
  if (gathering === undefined || gathering.ids.size >= mostAtOnce) {
    const ids = new Set<string>()
    const read = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (ofKind.get(db)?.ids === ids) ofKind.delete(db)
      return listNewest(db, kind, [...ids], clock.now())
    })
    gathering = { ids, read }
    ofKind.set(db, gathering)
  }
  gathering.ids.add(id)
  return (await gathering.read).get(id) ?? { newest: undefined, unread: 0 }
}
