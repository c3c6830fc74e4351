import { codeInSentence } from '@brigade/contract/fault/fault-words.ts'
import type { Severity } from '@brigade/contract/fault/record.model.ts'
import { announce } from '../../message/announce/announce.ts'
import { namesOf } from '../list/list-faults.ts'
import type { Raising } from './cause.ts'
import { listLateNews, type LateNews } from './late-news.store.ts'
import { nearestHolders } from './notify-raised.ts'
import { recordHappened } from './raise.store.ts'
import { keepUntold, listSeeing, takeNotified } from './untold.store.ts'

type Past = Readonly<{ id: string; severity: Severity; shelvedUntil?: string | null; excursion: string }>

/**
 * Records that ended before they were known are announced once, as past events, together with all others that arrive
 * late in the same minutes: a hundred of one night are one message.
 */
export async function keepPast(
  { db, clock, noted }: Raising,
  { id, severity, shelvedUntil = null, excursion }: Past,
  organisationId: string,
): Promise<void> {
  if (noted !== undefined) return
  const now = clock.now()
  if (severity !== 'critical' && severity !== 'major') return
  if (shelvedUntil !== null && Date.parse(shelvedUntil) > now) return
  await keepUntold(db, await nearestHolders(db, organisationId), { id, now, kind: 'past', excursion })
}

/** Sends late news: one message for records that were already over, and one for withdrawn records. */
export async function notifyLate(raising: Raising): Promise<void> {
  const news = await listLateNews(raising.db, raising.clock.now())
  for (const [accountId, all] of Map.groupBy(news, ({ accountId: of }) => of)) {
    const seen = await listSeeing(
      raising.db,
      accountId,
      all.map(({ organisationId }) => organisationId),
    )
    const shown = all.filter(({ organisationId }) => seen.has(organisationId))
    for (const kind of ['past', 'withdrawn'] as const) {
      const some = shown.filter((one) => one.kind === kind)
      await tell(raising, accountId, kind, some)
    }
  }
}

async function tell(
  raising: Raising,
  accountId: string,
  kind: 'past' | 'withdrawn',
  news: readonly LateNews[],
): Promise<void> {
  const { db, clock } = raising
  const [first] = news
  if (first === undefined) return
  const now = clock.now()
  await takeNotified(db, [accountId], now)
  const times = news.map(({ from }) => from).toSorted()
  const ends = news.map(({ to }) => to).toSorted()
  const message = await announce(raising, kind === 'past' ? 'fault.past' : 'fault.withdrawn', {
    params: {
      count: news.length,
      sn: first.sn,
      code: codeInSentence(first, first.name !== null),
      name: namesOf(first),
      severity: first.severity,
      from: times[0] ?? first.from,
      to: ends.at(-1) ?? first.to,
      reportedAt: news.map(({ at }) => at).toSorted()[0] ?? first.at,
    },
    organisationId: first.organisationId,
    accounts: [accountId],
    deviceType: first.deviceKind,
    opens: { kind: first.type, id: first.id },
    isCritical: kind === 'past' && first.severity === 'critical',
  })
  const at = new Date(now).toISOString()
  const records = new Map(news.map(({ id, month }) => [id, month]))
  for (const [id, month] of records) await recordHappened(db, { id, month, act: 'notify', at, message })
}
