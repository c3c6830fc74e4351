import { randomBytes } from 'node:crypto'
import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import { hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { SeedOptions } from '../../platform/program/domain.ts'
import { shareOf } from '../../platform/program/demo-days.ts'
import { noteSignIns } from '../../system/account.store.ts'
import { lockSeeding } from '../../system/system.store.ts'
import {
  insertDemoSessions,
  listDemoActs,
  listSessionSpans,
  type Act,
  type DemoSession,
} from './demo-sign-ins.store.ts'

/** Acts so far apart are of two sessions, as on two days. */
const pauseMs = 5 * hourMs
/** From the range for documentation. */
const office = { address: '203.0.113.18', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0' }

/**
 * Staff of the demo was signed in whenever it acted according to the rows. The sign-ins are derived from those rows,
 * after all other seeds, so that none is forgotten.
 */
export async function seedDemoSignIns({ db, clock }: Pick<SeedOptions, 'db' | 'clock'>): Promise<void> {
  await transaction(db, async (trx) => {
    await lockSeeding(trx)
    await signInFor(trx, await listDemoActs(trx), clock.now())
  })
}

/** Adds the sign-ins that acts of the demo's past need and that are not there yet. */
export async function signInFor(trx: Transaction, acts: readonly Act[], now: number): Promise<void> {
  const spans = await listSessionSpans(trx, [...new Set(acts.map(({ accountId }) => accountId))])
  const isCovered = ({ accountId, at }: Act) =>
    spans.some((span) => span.accountId === accountId && span.beganAt <= at && at <= span.seenAt)
  const missing = acts.filter((act) => !isCovered(act)).toSorted((a, b) => a.at.localeCompare(b.at))
  const sessions = [...Map.groupBy(missing, ({ accountId }) => accountId)].flatMap(([accountId, own]) =>
    spansOf(own.map(({ at }) => Date.parse(at))).map((span) => sessionOf(accountId, span, now)),
  )
  if (sessions.length === 0) return
  await insertDemoSessions(trx, sessions, office)
  await noteSignIns(trx, sessions)
}

type Span = Readonly<{ first: number; last: number }>

/** `times` in their order. */
function spansOf(times: readonly number[]): Span[] {
  const spans: Span[] = []
  for (const at of times) {
    const before = spans.at(-1)
    if (before === undefined || at - before.last > pauseMs) spans.push({ first: at, last: at })
    else spans[spans.length - 1] = { first: before.first, last: at }
  }
  return spans
}

/** From some minutes before the first act to some minutes after the last. */
function sessionOf(accountId: string, { first, last }: Span, now: number): DemoSession {
  const share = (what: string, below: number) => shareOf(`${what} ${accountId} ${first}`, below) * minuteMs
  const began = first - (3 * minuteMs + share('began', 25))
  const seen = Math.min(now, last + share('seen', 20))
  return {
    accountId,
    // Nobody holds the token of this hash.
    tokenHash: randomBytes(32).toString('hex'),
    beganAt: iso(began),
    seenAt: iso(seen),
    endedAt: iso(Math.min(now, seen + 2 * minuteMs)),
    expiresAt: iso(seen + sessionLimits.slidingHours * hourMs),
    absoluteExpiresAt: iso(began + sessionLimits.absoluteDays * 24 * hourMs),
  }
}
