import { readRequest } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import type { ReadMessage, LinkedDevice } from '../telemetry/messages/message.ts'
import type { Line, Outcome } from './modbus-line.ts'
import { readValues } from './modbus-unit.ts'
import type { Poll, Unit } from './modbus-unit.ts'
import { takenApart } from './plan-reads.ts'

/** What an answer comes to, and whose it is. */
export type Said = Readonly<{ device: LinkedDevice; read: ReadMessage }>

export type Rhythm = Readonly<{
  /** How long an answer may take; then the unit counts as silent. */
  answerMs: number
  /** After so many questions in a row without an answer a unit is offline. */
  silentPolls: number
  /** While it is silent it is asked after a pause that doubles, so that the others of its line have their turn. */
  restMs: number
  longestRestMs: number
}>

export const usualRhythm: Rhythm = { answerMs: 4000, silentPolls: 3, restMs: 5000, longestRestMs: 60_000 }

/** A register that does not exist is asked for this rarely. */
const refusedEveryMs = 60_000
const illegalAddress = 2
/** A question that was lost or damaged is asked so often. Writing the same value twice is writing it once. */
export const attempts = 3

export type Polling = Readonly<{
  /** Done when the line is free, before any poll. */
  first: (work: () => Promise<void>) => void
  /** Asks a unit for all it has, now; part of what is done `first`. Says where it left a question unanswered, or its answer came damaged each time. */
  everything: (unit: Unit) => Promise<'answered' | 'silent' | 'damaged'>
  /** There is something new to do: units, models. */
  wake: () => void
  /** Resolves when nothing is under way any more. The line has to be closed. */
  stop: () => Promise<void>
}>

/** Asks the units of a line, one question at a time, the one that has waited longest first. */
export function pollUnits(options: {
  line: Line<Said>
  units: () => readonly Unit[]
  rhythm: Rhythm
  onSilent: (unit: Unit) => void
}): Polling {
  const { line, units, rhythm, onSilent } = options
  const works: (() => Promise<void>)[] = []
  let isClosed = false
  let wakeUp: (() => void) | undefined

  async function run() {
    while (!isClosed) {
      const work = works.shift()
      if (work !== undefined) {
        await work()
        continue
      }
      const next = earliest(units())
      const waitMs = next === undefined ? longestWaitMs : next.at - performance.now()
      if (next === undefined || waitMs > 0) await rest(Math.min(waitMs, longestWaitMs))
      else await poll(next.unit, next.poll)
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

  async function everything(unit: Unit): Promise<'answered' | 'silent' | 'damaged'> {
    const asked = new Set<Poll>()
    let damaged = 0
    for (;;) {
      // A range may be taken apart meanwhile.
      const next = unit.polls.find((one) => !asked.has(one))
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
      asked.add(next)
    }
  }

  /** Undefined where it has to wait: a late answer to something else could be taken for its own. */
  async function poll(unit: Unit, due: Poll): Promise<Outcome | undefined> {
    const { range } = due
    const request = readRequest(range.table, range.address, range.count)
    const startedAt = performance.now()
    const doubtMs = line.doubtMs({ unit: unit.address, request })
    if (doubtMs > 0) {
      due.dueAt = startedAt + doubtMs
      return undefined
    }
    const outcome = await line.ask({
      unit: unit.address,
      protocol: range.protocol,
      request,
      read: (answer, receivedAt) => ({ device: unit.device, read: readValues(unit, range, answer, receivedAt) }),
    })
    due.dueAt = startedAt + range.everyMs
    judge(unit, outcome)
    if (outcome.kind !== 'answered' || outcome.answer.kind !== 'exception') return outcome
    if (range.places.length > 1 && outcome.answer.code === illegalAddress) {
      const apart = takenApart(range).map((one) => ({ range: one, dueAt: startedAt }))
      unit.polls = unit.polls.flatMap((one) => (one === due ? apart : [one]))
    } else due.dueAt = startedAt + Math.max(range.everyMs, refusedEveryMs)
    return outcome
  }

  function judge(unit: Unit, outcome: Outcome) {
    if (outcome.kind === 'closed') isClosed = true
    if (outcome.kind === 'answered') {
      // Back after a silence: all of it is wanted now.
      if (unit.silent >= rhythm.silentPolls) for (const one of unit.polls) one.dueAt = performance.now()
      unit.silent = 0
      unit.restUntil = 0
    }
    if (outcome.kind !== 'silent') return
    unit.silent += 1
    const over = unit.silent - rhythm.silentPolls
    if (over < 0) return
    unit.restUntil = performance.now() + Math.min(rhythm.longestRestMs, rhythm.restMs * 2 ** Math.min(over, 10))
    if (over === 0) onSilent(unit)
  }

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(1, ms))
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
  const wake = () => {
    wakeUp?.()
  }

  const done = run()
  return {
    first: (work) => {
      works.push(work)
      wake()
    },
    everything,
    wake,
    stop: () => {
      isClosed = true
      wake()
      return done
    },
  }
}

/** Who has nothing to do looks again all the same. */
const longestWaitMs = 60_000
