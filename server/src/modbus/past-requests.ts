import type { ModbusAnswer } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import { hourMs } from '@brigade/contract/time.ts'

/** Facts that identify an answer's request, because an answer on a serial line contains neither address nor request. */
export type Asked = Readonly<{
  unit: number
  request: Uint8Array
  /**
   * For a command: when it began (`performance.now()`). Answers to its own earlier requests are interchangeable, others
   * are not.
   */
  since?: number | undefined
  /** Only the echo proves this write, because the register cannot be read. */
  isOnlyProof?: boolean | undefined
}>

/** The outcome of a request: no answer, a useless answer, an answer, or a refusal. */
type End = 'silent' | 'useless' | 'answered' | 'exception'

type Past = {
  readonly unit: number
  readonly request: string
  readonly shape: string
  readonly code: number
  readonly askedAt: number
  readonly until: number
  readonly end: End
  /** The unit has answered another request since. Units answer in order. */
  isPassed: boolean
}
type Accepted = Readonly<{ frame: string; request: string; askedAt: number; at: number }>

/** A line on which an answer has arrived twice is not trusted for this long. */
const doublesMs = hourMs
const maxPolled = 5000

/**
 * The requests of the last seconds whose answers may still arrive, late or a second time, and the answers that were
 * accepted.
 */
export function pastRequests(lateMs: number) {
  let past: Past[] = []
  const accepted = new Map<string, Accepted>()
  /** The last answer to each poll. */
  const polled = new Map<string, string>()
  /** Until then the line counts as one on which answers arrive twice. */
  let doublesUntil = 0
  /** The last write to each unit: an earlier request may be answered with the former values. */
  const wroteAt = new Map<number, number>()

  /** An answer has arrived twice. */
  function doubled(): void {
    doublesUntil = performance.now() + doublesMs
  }

  /** Whether an answer to the earlier request is also valid for this one. */
  function isSame({ request, askedAt }: Pick<Past, 'request' | 'askedAt'>, { unit, request: now, since = 0 }: Asked) {
    const oldest = isWrite(now) ? since : Math.max(since, wroteAt.get(unit) ?? 0)
    return request === now.toHex() && askedAt >= oldest
  }

  function isRival(one: Past, asked: Asked): boolean {
    if (one.unit !== asked.unit) return false
    const isAlike = one.shape === shapeOf(asked.request)
    const isUnanswered = one.end === 'silent' || one.end === 'useless'
    if (asked.since === undefined) return one.end === 'silent' && !one.isPassed && isAlike && !isSame(one, asked)
    if (!isWrite(asked.request)) return isUnanswered && isAlike && !isSame(one, asked)
    // An exception names only the function.
    if (isUnanswered) return one.code === codeOf(asked.request) && !isSame(one, asked)
    const couldComeAgain = one.end === 'exception' ? one.code === codeOf(asked.request) : isAlike
    return asked.isOnlyProof === true && couldComeAgain
  }

  return {
    /** A request is sent. */
    asked: ({ unit, request }: Asked, at: number) => {
      if (isWrite(request)) wroteAt.set(unit, at)
    },
    ended: ({ unit, request }: Asked, askedAt: number, end: End) => {
      const now = performance.now()
      past = past.filter(({ until }) => until > now)
      // Answers to polls are not kept, because no decision depends on a single one of them.
      if (end !== 'silent' && end !== 'useless' && !isWrite(request)) return
      const code = codeOf(request)
      const shape = shapeOf(request)
      past.push({ unit, request: request.toHex(), shape, code, askedAt, until: now + lateMs, end, isPassed: false })
    },
    /**
     * The unit has answered this request. A poll whose answer equals that of another may have accepted a repeated one:
     * its own follows within `spreadMs`.
     */
    accept: (asked: Asked, askedAt: number, frame: Uint8Array, spreadMs: number) => {
      const { unit, request } = asked
      const shape = shapeOf(request)
      const hex = request.toHex()
      const at = performance.now()
      for (const one of past) if (one.unit === unit && one.shape !== shape) one.isPassed = true
      const last = accepted.get(`${unit} ${shape}`)
      if (asked.since === undefined && last?.frame === frame.toHex() && last.request !== hex && at - last.at < lateMs)
        past.push({
          unit,
          request: hex,
          shape,
          code: codeOf(request),
          askedAt,
          until: at + spreadMs,
          end: 'useless',
          isPassed: true,
        })
      // New models leave requests behind that are not polled any more.
      if (polled.size > maxPolled) polled.clear()
      if (asked.since === undefined) polled.set(`${unit} ${hex}`, frame.toHex())
      accepted.set(`${unit} ${shape}`, { frame: frame.toHex(), request: hex, askedAt, at })
    },
    /**
     * Whether a frame may be an earlier answer that arrives a second time. A second answer comes before the one to the
     * next poll; for reads of a command, the time in which any answer may be late counts. Registers with equal content
     * are usual: a poll with the same answer as last time is accepted, unless answers have arrived twice here.
     */
    mayBeRepeated: (asked: Asked, frame: Uint8Array, spreadMs: number): boolean => {
      const last = accepted.get(`${asked.unit} ${shapeOf(asked.request)}`)
      if (isWrite(asked.request) || last === undefined || last.frame !== frame.toHex()) return false
      const elapsedMs = performance.now() - last.at
      if (asked.since === undefined) {
        const request = asked.request.toHex()
        const isKnown = polled.get(`${asked.unit} ${request}`) === last.frame && performance.now() > doublesUntil
        return elapsedMs < spreadMs && last.request !== request && !isKnown
      }
      return elapsedMs < lateMs && !isSame(last, asked)
    },
    doubled,
    /** Handles bytes that arrive without a request: a repeated answer, or anything else. */
    unasked: (bytes: Uint8Array) => {
      if (accepted.values().some(({ frame }) => frame === bytes.toHex())) doubled()
      return { kind: 'unasked' } as const
    },
    doubtMs: (asked: Asked): number => {
      const now = performance.now()
      past = past.filter(({ until }) => until > now)
      return Math.max(0, ...past.filter((one) => isRival(one, asked)).map(({ until }) => until - now))
    },
  }
}

export const endOf = (answer: ModbusAnswer): End => (answer.kind === 'exception' ? 'exception' : 'answered')

const codeOf = ([code = 0]: Uint8Array): number => code
const isWrite = (request: Uint8Array): boolean => codeOf(request) > 4

/**
 * Answers with the same shape cannot be told apart: the shape is the function and length, and for a write the part that
 * its echo repeats.
 */
const shapeOf = (request: Uint8Array): string =>
  isWrite(request) ? request.slice(0, 5).toHex() : `${codeOf(request)} ${answerLength(request)}`

/** The length of the message, without its frame. */
export function answerLength(request: Uint8Array): number {
  const [code = 0, , , high = 0, low = 0] = request
  const count = (high << 8) | low
  if (code === 1 || code === 2) return 2 + Math.ceil(count / 8)
  return code <= 4 ? 2 + count * 2 : 5
}
