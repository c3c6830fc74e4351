import { exceptions, readRequest } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import type { ReadMessage, LinkedDevice } from '../telemetry/messages/message.ts'
import type { Line, Outcome, Question } from './modbus-line.ts'
import { pollsFor, readValues, type Poll, type Unit } from './modbus-unit.ts'
import { halvesOf, planReads } from './plan-reads.ts'
import { workQueue, type GiveWay } from './work-queue.ts'

/** The values of one answer, and the unit's device. */
export type UnitReading = Readonly<{ device: LinkedDevice; read: ReadMessage }>

export type Rhythm = Readonly<{
  /** The timeout of an answer. After it the unit counts as silent. */
  answerMs: number
  /** How long after its timeout an answer may still arrive, or arrive a second time. */
  lateMs: number
  /** A unit is offline after this many requests in a row without an answer. */
  silentPolls: number
  /** The first pause before a silent unit is polled again. It doubles each time, so that the other units of the line are polled. */
  restMs: number
  longestRestMs: number
  /** A range that a unit refuses is requested again after this time. */
  refusedMs: number
}>

export const usualRhythm: Rhythm = {
  answerMs: 4000,
  lateMs: 10_000,
  silentPolls: 3,
  restMs: 5000,
  longestRestMs: minuteMs,
  refusedMs: 600_000,
}

/** The longest pause without a look for due polls. */
const longestWaitMs = minuteMs
/** The number of attempts of a request that was lost or damaged. */
export const attempts = 3

export type Polling = Readonly<{
  /**
   * Runs work for a unit when the line is free, in turns with due polls. While work has released the line, its unit is
   * neither polled nor given other work.
   */
  first: (unit: Unit, work: (giveWay: GiveWay) => Promise<void>) => void
  /**
   * Polls all registers of a unit now, within the work of `first`. It stops at a request without an answer, or with
   * only damaged answers.
   */
  everything: (unit: Unit) => Promise<'answered' | 'silent' | 'damaged'>
  /** Looks for work again after units or models changed. */
  wake: () => void
  /** Resolves when no request is in flight any more. The line has to be closed first. */
  stop: () => Promise<void>
}>

type PollOptions = Readonly<{
  line: Line<UnitReading>
  units: () => readonly Unit[]
  rhythm: Rhythm
  onSilent: (unit: Unit, reason: 'unit_silent' | 'unit_unreached') => void
}>

/** Polls the units of a line, one request at a time, in the order in which polls are due. */
export function pollUnits({ line, units, rhythm, onSilent }: PollOptions): Polling {
  let isClosed = false
  const { rest, wake } = interruptiblePause()
  const works = workQueue(wake)

  async function run() {
    let isTurnOfPoll = false
    while (!isClosed) {
      const next = earliest(units().filter((unit) => !works.isHeld(unit)))
      const waitMs = next === undefined ? longestWaitMs : next.at - performance.now()
      const due = waitMs > 0 ? undefined : next
      const work: (() => Promise<void>) | undefined = isTurnOfPoll && due !== undefined ? undefined : works.take()
      isTurnOfPoll = work !== undefined
      if (work !== undefined) await work()
      else if (due === undefined) await rest(Math.min(waitMs, longestWaitMs))
      else await poll(due.unit, due.poll)
    }
    await works.end()
  }

  async function everything(unit: Unit): Promise<'answered' | 'silent' | 'damaged'> {
    const polled = new Set<Poll>()
    let damaged = 0
    for (;;) {
      // A range may be split meanwhile.
      const next = unit.polls.find((one) => !polled.has(one))
      if (next === undefined || isClosed) return isClosed ? 'silent' : 'answered'
      const outcome = await poll(unit, next)
      if (outcome === undefined) {
        await rest(Math.max(1, next.dueAt - performance.now()))
        continue
      }
      if (outcome.kind === 'damaged') {
        damaged += 1
        if (damaged < attempts) continue
        return 'damaged'
      }
      if (outcome.kind !== 'answered') return 'silent'
      damaged = 0
      polled.add(next)
    }
  }

  /** Undefined if the request has to wait, because a late answer to another request could be taken for its answer. */
  async function poll(unit: Unit, due: Poll): Promise<Outcome | undefined> {
    const { range } = due
    const request = readRequest(range.table, range.address, range.count)
    const startedAt = performance.now()
    const doubtMs = line.doubtMs({ unit: unit.address, request, protocol: range.protocol })
    if (doubtMs > 0) {
      due.dueAt = startedAt + doubtMs
      return undefined
    }
    const question: Question<UnitReading> = {
      unit: unit.address,
      protocol: range.protocol,
      request,
      read: (answer, receivedAt) => ({ device: unit.device, read: readValues(unit, range, answer, receivedAt) }),
    }
    let outcome = await line.ask(question)
    // The answer may be a repetition of the previous poll's answer while this poll's own was lost, or the two are
    // equal.
    if (outcome.kind === 'ambiguous') outcome = await line.ask({ ...question, isRepeated: true })
    due.dueAt = startedAt + range.everyMs
    if (outcome.kind === 'closed') isClosed = true
    if (countSilence(unit, outcome, rhythm))
      onSilent(unit, outcome.kind === 'unreached' ? 'unit_unreached' : 'unit_silent')
    if (outcome.kind === 'answered') {
      const code = outcome.answer.kind === 'exception' ? outcome.answer.code : undefined
      if (code === undefined) noteRead(unit, due)
      else noteException(unit, due, code, { startedAt, ...rhythm })
    }
    return outcome
  }

  const done = run()
  return {
    first: works.add,
    everything,
    wake,
    stop: () => {
      isClosed = true
      wake()
      return done
    },
  }
}

function earliest(all: readonly Unit[]) {
  let first: { unit: Unit; poll: Poll; at: number } | undefined
  for (const unit of all) {
    for (const poll of unit.polls) {
      const at = Math.max(poll.dueAt, unit.restUntil)
      if (first === undefined || at < first.at) first = { unit, poll, at }
    }
  }
  return first
}

/** Counts the requests in a row without an answer, and sets the pause of a silent unit. Returns true when the unit becomes silent. */
function countSilence(unit: Unit, outcome: Outcome, rhythm: Rhythm): boolean {
  if (outcome.kind === 'answered') {
    // The unit is back after a silence, perhaps another one: all its registers are due now, and in as few requests as at first.
    if (unit.silent >= rhythm.silentPolls) unit.polls = pollsFor(unit.model, [], performance.now())
    unit.silent = 0
    unit.restUntil = 0
  }
  if (outcome.kind !== 'silent' && outcome.kind !== 'unreached') return false
  unit.silent += 1
  const over = unit.silent - rhythm.silentPolls
  if (over < 0) return false
  unit.restUntil = performance.now() + Math.min(rhythm.longestRestMs, rhythm.restMs * 2 ** Math.min(over, 10))
  return over === 0
}

/** A refused request is answered again: the unit has changed, so split ranges are joined. */
function noteRead(unit: Unit, due: Poll): void {
  due.failures = 0
  if (due.isRefused !== true) return
  due.isRefused = false
  const refused = unit.polls.filter(({ isRefused }) => isRefused === true)
  const apart = new Set(refused.flatMap(({ range }) => range.places.map(({ identifier }) => identifier)))
  const dueAt = performance.now()
  unit.polls = [...planReads(unit.model, apart).map((range) => ({ range, dueAt })), ...refused]
}

/**
 * These exceptions mean that a part of the range does not exist, and common servers disagree on which one to use; the
 * others are temporary.
 */
const refusals: ReadonlySet<number> = new Set([
  exceptions.illegalAddress,
  exceptions.illegalValue,
  exceptions.unitFailure,
])

type Excepted = Pick<Rhythm, 'restMs' | 'longestRestMs' | 'refusedMs'> & Readonly<{ startedAt: number }>

/** Halves a refused range, so that its other registers are read; a register that is refused alone is polled rarely. */
function noteException(
  unit: Unit,
  due: Poll,
  code: number,
  { startedAt, restMs, longestRestMs, refusedMs }: Excepted,
): void {
  const { range } = due
  if (refusals.has(code) && range.places.length > 1) {
    const apart = halvesOf(range).map((half) => ({ range: half, dueAt: startedAt }))
    unit.polls = unit.polls.flatMap((one) => (one === due ? apart : [one]))
  } else if (refusals.has(code) || code === exceptions.illegalFunction) {
    due.isRefused = true
    // The next value is reported even if it has not changed, because the refusal is over then.
    for (const { identifier } of range.places) unit.reported.delete(identifier)
    // Whether the unit is there must not be seen every ten minutes alone.
    const isAll = unit.polls.every(({ isRefused }) => isRefused === true)
    due.dueAt = startedAt + Math.max(range.everyMs, isAll ? Math.min(refusedMs, longestRestMs) : refusedMs)
  } else {
    due.failures = (due.failures ?? 0) + 1
    const pauseMs = Math.min(longestRestMs, restMs * 2 ** Math.min(due.failures - 1, 10))
    due.dueAt = startedAt + Math.max(range.everyMs, pauseMs)
  }
}

function interruptiblePause() {
  let wakeUp: (() => void) | undefined
  return {
    rest: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.max(1, ms))
        wakeUp = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wake: () => wakeUp?.(),
  }
}
