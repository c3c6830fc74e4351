import type { Db } from '../../platform/db/database.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { listNewest, type Newest } from './inbox.store.ts'

/** Accounts of one statement. */
const mostAtOnce = 500

type Gathering = Readonly<{ ids: Set<string>; read: Promise<ReadonlyMap<string, Newest>> }>

/** What the streams of this process are about to read. */
const open = new WeakMap<Db, Gathering>()

/**
 * The newest of one inbox, for its stream. A message to many wakes all their streams in the same tick: one statement reads for all
 * that ask until it is sent.
 */
export async function newestOf({ db, clock }: Pick<Ctx, 'db' | 'clock'>, accountId: string): Promise<Newest> {
  let gathering = open.get(db)
  if (gathering === undefined || gathering.ids.size >= mostAtOnce) {
    const ids = new Set<string>()
    const read = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (open.get(db)?.ids === ids) open.delete(db)
      return listNewest(db, [...ids], clock.now())
    })
    gathering = { ids, read }
    open.set(db, gathering)
  }
  gathering.ids.add(accountId)
  return (await gathering.read).get(accountId) ?? { newest: undefined, unread: 0 }
}
