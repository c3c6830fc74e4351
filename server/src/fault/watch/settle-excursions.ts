import type { SpellCorrection } from '@brigade/contract/fault/record.model.ts'
import { serverAlarmOf } from '@brigade/contract/fault/fault-words.ts'
import { iso } from '@brigade/contract/time.ts'
import { storableJson } from '../../platform/storable-text.ts'
import type { Raising } from '../raise/cause.ts'
import { keepPast } from '../raise/late-news.ts'
import { notifyRaised } from '../raise/notify-raised.ts'
import { endOpen, notifyChanged, raiseRecord } from '../raise/raise-record.ts'
import { lockOpen, recordHappened } from '../raise/raise.store.ts'
import { withdrawRecord } from '../raise/withdraw-record.ts'
import {
  deleteSpell,
  insertSpell,
  listSpellsOf,
  lockRecord,
  updateSpell,
  writeTimes,
  type KeptSpell,
  type Locked,
  type Spell,
} from './excursion.store.ts'
import { matchExcursions } from './match-excursions.ts'
import { absorbOwnAlarm } from './own-alarm.ts'
import type { Watched } from './wait.store.ts'

/**
 * `judgedMs`: earlier reports are already judged. `isComing`: the device is sending stored values, so an end may still
 * arrive.
 */
type Judged = Readonly<{
  found: readonly Spell[]
  kept: readonly KeptSpell[]
  judgedMs: number
  isComing: boolean
}>

/** A record of which something changes. */
type Touched = {
  readonly id: string
  readonly month: string
  readonly before: readonly KeptSpell[]
  readonly corrections: SpellCorrection[]
  /** Occurrences that it gets. */
  readonly joined: Spell[]
  more: number
}

/** Brings all records of a device, open and closed, in line with the evaluation. */
export async function settleExcursions(
  raising: Raising,
  device: Watched,
  { found, kept, judgedMs, isComing }: Judged,
): Promise<void> {
  const { db } = raising
  const { pairs, fresh, gone } = matchExcursions(found, kept)
  const touched = new Map<string, Touched>()
  const touch = async (id: string, month: string): Promise<Touched> => {
    const known = touched.get(id)
    if (known !== undefined) return known
    const before = await listSpellsOf(db, { id, month })
    const made: Touched = { id, month, before, corrections: [], joined: [], more: 0 }
    touched.set(id, made)
    return made
  }
  const raisedAnew: Spell[] = []
  for (const { kept: was, found: is } of pairs) {
    if (isSame(was, is)) {
      if (is.to === null && (await isToReopen(raising, was))) await touch(was.faultId, was.month)
      continue
    }
    const of = await touch(was.faultId, was.month)
    if (isCorrection(was, is, judgedMs)) of.corrections.push({ was: contentOf(was), is: contentOf(is) })
    await updateSpell(db, was, is)
  }
  for (const was of gone) {
    const of = await touch(was.faultId, was.month)
    of.corrections.push({ was: contentOf(was), is: null })
    of.more -= 1
    await deleteSpell(db, was)
  }
  for (const of of touched.values()) if (await isTakenBack(raising, of)) touched.delete(of.id)
  // A lasting excursion that a person has closed is raised again, because it is not over.
  for (const { kept: was, found: is } of pairs)
    if (is.to === null && (await isClosed(raising, was))) {
      await deleteSpell(db, was)
      touched.delete(was.faultId)
      raisedAnew.push(is)
    }
  const raisable = fresh.filter(({ to }) => to !== null || !isComing)
  for (const one of [...raisable, ...raisedAnew].toSorted((a, b) => a.from - b.from))
    await raiseExcursion(raising, device, one, touch)
  for (const of of touched.values()) await bringInLine(raising, device, of)
}

const isSame = (a: Spell, b: Spell): boolean =>
  a.from === b.from && a.to === b.to && a.limitC === b.limitC && a.worstC === b.worstC && a.worstAt === b.worstAt

/** The end of a lasting excursion, and a new extreme meanwhile, are not corrections. */
const isCorrection = (was: Spell, is: Spell, judgedMs: number): boolean =>
  was.from !== is.from || (was.to === null ? is.to !== null && is.to <= judgedMs : !isSame(was, is))

const contentOf = ({ from, to, limitC, worstC, worstAt }: Spell) => ({ from, to, limitC, worstC, worstAt })

/** A person has marked it as eliminated, and it lasts. */
async function isToReopen({ db }: Raising, { faultId: id, month }: KeptSpell): Promise<boolean> {
  const record = await lockRecord(db, { id, month })
  return record !== undefined && record.isOpen && record.condition === 'eliminated'
}

async function isClosed({ db }: Raising, { faultId: id, month }: KeptSpell): Promise<boolean> {
  const record = await lockRecord(db, { id, month })
  return record !== undefined && !record.isOpen
}

/** A record without any occurrence left was never true, or never as long as its delay. */
async function isTakenBack(raising: Raising, { id, month, corrections }: Touched): Promise<boolean> {
  if ((await listSpellsOf(raising.db, { id, month })).length > 0) return false
  const record = await lockRecord(raising.db, { id, month })
  if (record !== undefined) await withdrawRecord(raising, record, corrections)
  return true
}

async function raiseExcursion(
  raising: Raising,
  device: Watched,
  one: Spell,
  touch: (id: string, month: string) => Promise<Touched>,
): Promise<void> {
  const { db } = raising
  const cause = causeOf(device, one)
  const open = await lockOpen(db, cause)
  if (open !== undefined) {
    const of = await touch(open.id, open.month)
    of.joined.push(one)
    of.more += 1
    const excursion = await insertSpell(db, { ...open, deviceId: device.id }, one)
    if (one.to !== null) await keepPast(raising, { ...open, excursion }, device.organisationId)
    return
  }
  const raised = await raiseRecord(raising, cause, device)
  const excursion = await insertSpell(db, { ...raised, deviceId: device.id }, one)
  if (one.to !== null)
    await keepPast(raising, { ...raised, severity: cause.severity, excursion }, device.organisationId)
  await absorbOwnAlarm(raising, { ...raised, deviceId: device.id, ...one })
}

function causeOf(device: Watched, one: Spell) {
  const { identifier, severity, category, name } = serverAlarmOf('excursion', one.side)
  return {
    deviceId: device.id,
    identifier,
    code: one.side,
    type: 'alarm',
    alertType: 'excursion',
    severity,
    category,
    words: { name: name.zh, enName: name.en },
    output: measuredOf(one),
    at: iso(one.from),
    endedAt: one.to === null ? null : iso(one.to),
    endsAt: null,
  } as const
}

/** The limit, and how far it was passed. */
const measuredOf = ({ limitC, worstC, worstAt }: Spell) => ({ limitC, worstC, worstAt })

/** Begin, end and extremes of a record follow from its occurrences. */
async function bringInLine(raising: Raising, device: Watched, of: Touched): Promise<void> {
  const { db, clock } = raising
  const { id, month, corrections, joined } = of
  const record = await lockRecord(db, of)
  const spells = await listSpellsOf(db, of)
  const [first, last] = [spells[0], spells.at(-1)]
  if (record === undefined || first === undefined || last === undefined) return
  const isLasting = spells.some(({ to }) => to === null)
  const endedAt = isLasting ? null : iso(Math.max(...spells.map(({ to }) => to ?? 0)))
  for (const { from, to } of joined) {
    await recordHappened(db, { id, month, act: 'reopen', at: iso(from) })
    if (to !== null) await recordHappened(db, { id, month, act: 'eliminate', at: iso(to) })
  }
  if (corrections.length > 0) {
    const at = iso(clock.now())
    await recordHappened(db, { id, month, act: 'correct', at, correction: corrections.slice(0, maxListed) })
  }
  const isEnded = record.isOpen && record.condition === 'active' && endedAt !== null
  const isAgain = record.isOpen && record.condition === 'eliminated' && isLasting
  const isChanged = await writeTimes(db, record, {
    raisedAt: raisedOf(record, of, first),
    lastAt: iso(last.from),
    // A closed record stays eliminated.
    eliminatedAt: endedAt ?? (record.isOpen ? null : record.eliminatedAt),
    output: storableJson(measuredOf(last)),
    more: of.more,
    isAgain,
    now: clock.now(),
  })
  if (isEnded) await endOpen(raising, record, endedAt)
  if (isAgain) await tellAgain(raising, device, record, last, joined.length > 0)
  if (isChanged || corrections.length > 0) await notifyChanged(db, id)
}

/** Corrections that an act lists. */
const maxListed = 50

/** A record that has had more occurrences than are kept of it began before them. */
const raisedOf = ({ raisedAt }: Locked, { before }: Touched, first: Spell): string => {
  const raisedMs = Date.parse(raisedAt)
  const isWhole = before.length === 0 || before[0]?.from === raisedMs
  return iso(isWhole ? first.from : Math.min(raisedMs, first.from))
}

async function tellAgain(
  raising: Raising,
  device: Watched,
  { id, month, severity, shelvedUntil }: Locked,
  last: Spell,
  isWritten: boolean,
): Promise<void> {
  const { db, clock } = raising
  if (!isWritten) await recordHappened(db, { id, month, act: 'reopen', at: iso(last.from) })
  const isShelved = shelvedUntil !== null && Date.parse(shelvedUntil) > clock.now()
  if (!isShelved)
    await notifyRaised(raising, { id, month, cause: { ...causeOf(device, last), severity }, raiser: device })
}
