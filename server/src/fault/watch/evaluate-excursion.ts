import { excursionDefaults } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { evaluateSpan, termsOf } from '../../cold-chain/read-temperature.ts'
import { findDevice } from '../../device/list/device.store.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { Raising } from '../raise/cause.ts'
import { listSpells, type KeptSpell, type Spell } from './excursion.store.ts'
import { wholeFrom } from './match-excursions.ts'
import { settleExcursions } from './settle-excursions.ts'
import { dropWait, judgedOf, markWaits, replaceWait, type Wait, type Watched } from './wait.store.ts'

/** The evaluation begins before the first instant to judge, because a defrost or an open door may excuse it. */
const leadMs = 6 * hourMs
/**
 * Reading begins before a lasting excursion, because one opening of the door and one defrost excuse each excursion, and
 * its beginning decides which. For a longer excursion only the last days are read.
 */
const longestReadMs = 8 * 24 * hourMs
/** Interval of checking while it is beyond its limits. */
const againMs = 2 * minuteMs
const secondLookMs = excursionDefaults.settledHours * hourMs
/** An excursion that began before the span and is in no record yet: twice the time is read, and again. */
const maxTries = 6

/**
 * Evaluates a refrigerator by the rules of the printed report from the earliest instant that has to be judged again, so that records and
 * report agree however its reports were packed. While it is beyond its limits it is checked again.
 */
export async function evaluateExcursion(
  raising: Raising & Pick<Platform, 'caches'>,
  wait: Wait,
  device: Watched,
): Promise<void> {
  const { db, clock } = raising
  const now = clock.now()
  const judged = await judge(raising, device, Date.parse(wait.since), now)
  if (judged === undefined) return dropWait(db, device.id, wait.kind)
  const judgedMs = judgedOf(wait)
  await settleExcursions(raising, device, { ...judged, judgedMs, isComing: isComing(device, judgedMs, now) })
  await waitAgain(raising, wait, device, now)
}

/**
 * Whether a device is sending stored values: its newest temperature is old, and newer than at the last check. An
 * excursion that seems to last is then most likely over, and is not announced as running until no more values come.
 */
const isComing = ({ temperatureMs }: Watched, judgedMs: number, now: number): boolean =>
  temperatureMs !== null && now - temperatureMs > excursionDefaults.holdMinutes * minuteMs && temperatureMs > judgedMs

async function judge(
  { db, caches }: Raising & Pick<Platform, 'caches'>,
  device: Watched,
  sinceMs: number,
  now: number,
): Promise<Readonly<{ found: readonly Spell[]; kept: readonly KeptSpell[] }> | undefined> {
  const seen = await findDevice(db, { organisationId: device.organisationId }, 'cooler', device.id)
  if (seen === undefined) return undefined
  const [begun] = await listSpells(db, device.id, sinceMs - leadMs)
  const firstMs = Math.min(sinceMs, Math.max(sinceMs - longestReadMs, begun?.from ?? sinceMs))
  for (let tries = 0; ; tries += 1) {
    const from = firstMs - leadMs * 2 ** (2 * tries)
    // A report of this very moment counts.
    const span = { startTime: iso(from), endTime: iso(now + 1) }
    const { evaluation } = await evaluateSpan({ db, caches }, seen, await termsOf(db, seen, span, now + 1))
    const kept = await listSpells(db, device.id, from)
    const found = evaluation.excursions.map(inMilliseconds)
    const whole = wholeFrom(found, kept, from)
    if (whole !== undefined) return { found: whole, kept }
    if (tries === maxTries) return { found, kept }
  }
}

/** Times of receipt have fractions, which records do not: no difference of a fraction is a correction. */
export const inMilliseconds = ({ from, to, worstAt, ...spell }: Spell): Spell => ({
  ...spell,
  from: Math.floor(from),
  to: to === null ? null : Math.floor(to),
  worstAt: Math.floor(worstAt),
})

/** A judged span is not read again, unless a report changes it. */
async function waitAgain({ db }: Raising, wait: Wait, device: Watched, now: number): Promise<void> {
  const { excursion, at = Number.NEGATIVE_INFINITY } = device.sides ?? {}
  const deviceId = device.id
  if (wait.kind === 'excursion' && excursion !== undefined) {
    const since = Math.min(now, device.temperatureMs ?? Date.parse(wait.since))
    return replaceWait(db, { deviceId, kind: 'excursion', dueMs: now + againMs, since: iso(since) }, { judged: since })
  }
  await dropWait(db, deviceId, wait.kind)
  if (at + secondLookMs <= now) return
  const sinceMs = wait.kind === 'excursion' ? Math.min(at, Date.parse(wait.since)) : at
  await markWaits(db, [{ deviceId, kind: 'second-look', dueMs: at + secondLookMs, since: iso(sinceMs) }])
}
