import { faultLimits, type Condition, type FaultAct, type Handling, type Severity } from './record.model.ts'
import { dayMs, hourMs, minuteMs } from '../time.ts'

/** The condition reported by the device and the handling by people are independent of each other. */
export type Life = Readonly<{ condition: Condition; handling: Handling; severity: Severity }>

/** Acts of people that change the life of a record. */
export type LifeAct = Exclude<
  FaultAct,
  | 'raise'
  | 'notify'
  | 'evidence'
  | 'visit'
  | 'note'
  | 'undo'
  | 'shelve'
  | 'unshelve'
  | 'release'
  | 'correct'
  | 'withdraw'
>

/** Minor ones and notices close by themselves; the others are closed by a person with cause and action. */
export const closesByItself = ({ condition, handling, severity }: Life): boolean =>
  (severity === 'minor' || severity === 'notice') && condition === 'eliminated' && handling !== 'new'

/** The life after an act of a person; undefined if the act does not apply any more. */
export function afterAct(life: Life, act: LifeAct): Life | undefined {
  const changed = stepOf(life, act)
  if (changed === undefined) return undefined
  return closesByItself(changed) ? { ...changed, handling: 'closed' } : changed
}

function stepOf(life: Life, act: LifeAct): Life | undefined {
  const { condition, handling } = life
  if (condition === 'withdrawn') return undefined
  if (act === 'reopen')
    return handling === 'closed' || condition === 'eliminated'
      ? { ...life, condition: 'active', handling: handling === 'closed' ? 'new' : handling }
      : undefined
  if (handling === 'closed') return undefined
  switch (act) {
    case 'acknowledge':
      return handling === 'new' ? { ...life, handling: 'acknowledged' } : undefined
    case 'assign':
      return { ...life, handling: 'in-hand' }
    case 'eliminate':
      return condition === 'active' ? { ...life, condition: 'eliminated' } : undefined
    case 'close':
      return condition === 'eliminated' ? { ...life, handling: 'closed' } : undefined
  }
}

/** After the device, or the server, reports that it is over. */
export function afterEnd(life: Life): Life {
  const ended: Life = { ...life, condition: 'eliminated' }
  return closesByItself(ended) ? { ...ended, handling: 'closed' } : ended
}

/** A new report of a fault continues the open record, counts as a new occurrence of one just closed, or opens a new record. */
export function raiseStep(open: boolean, closedAtMs: number | null, raisedAtMs: number): 'again' | 'continues' | 'new' {
  if (open) return 'again'
  const sinceMs = closedAtMs === null ? Number.POSITIVE_INFINITY : raisedAtMs - closedAtMs
  return sinceMs <= faultLimits.continuesMinutes * minuteMs ? 'continues' : 'new'
}

/** The latest moment to which notifications of a record may be put off, epoch ms. */
export const latestShelving = (severity: Severity, nowMs: number): number =>
  nowMs + (severity === 'critical' ? faultLimits.shelveCriticalHours : faultLimits.shelveDays * 24) * hourMs

type Aging = Life & Readonly<{ raisedAtMs: number }>
/** Handled too late: a day without acknowledgement, or a week active. */
export const isStale = ({ condition, handling, raisedAtMs }: Aging, nowMs: number): boolean =>
  (handling === 'new' && nowMs - raisedAtMs >= faultLimits.staleNewHours * hourMs) ||
  (condition === 'active' && handling !== 'closed' && nowMs - raisedAtMs >= faultLimits.staleActiveDays * dayMs)
