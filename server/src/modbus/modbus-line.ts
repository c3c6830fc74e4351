import {
  readSerialFrame,
  readTcpFrame,
  serialFrame,
  tcpFrame,
  crc16,
} from '@brigade/contract/thing-model/modbus/modbus-frame.ts'
import { isUnreached, readAnswer, type ModbusAnswer } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import type { Modbus } from '@brigade/contract/thing-model/thing-model.model.ts'
import { answerLength, endOf, pastRequests, type Asked } from './past-requests.ts'

/** One request to one unit. `read` converts the answer into a `T` as soon as it arrives. */
export type Question<T> = Asked &
  Readonly<{
    protocol: Modbus['protocolType']
    /** The request is repeated, because its answer could not be distinguished from one that arrives a second time. */
    isRepeated?: boolean | undefined
    read: (answer: ModbusAnswer, receivedAt: number) => T
  }>

export type Outcome =
  | Readonly<{ kind: 'answered'; answer: ModbusAnswer }>
  /** An answer with a wrong checksum or another length. */
  | Readonly<{ kind: 'damaged' }>
  | Readonly<{ kind: 'silent' }>
  /** A gateway answered in its place that it does not reach the unit. */
  | Readonly<{ kind: 'unreached' }>
  /** The bytes may be a repeated copy of an earlier answer, and nothing else arrived. */
  | Readonly<{ kind: 'ambiguous' }>
  /** The connection ended, or had ended before the request was sent. */
  | Readonly<{ kind: 'closed'; isSent: boolean }>

/** The result for bytes that a modem sent. */
export type Taken<T> =
  /** `by`: an exception may be of the unit, or of a gateway that does not reach it. */
  | Readonly<{ kind: 'answered'; unit: number; request: Uint8Array; read: T; by: 'values' | 'exception' | 'gateway' }>
  | Readonly<{ kind: 'damaged'; unit: number; request: Uint8Array }>
  /** The beginning of an answer; the rest follows. */
  | Readonly<{ kind: 'piece' }>
  | Readonly<{ kind: 'unasked' }>

export type Line<T> = Readonly<{
  /**
   * Sends a request and waits for the answer. There is only one at a time: the caller waits for the outcome before the
   * next.
   */
  ask: (question: Question<T>) => Promise<Outcome>
  take: (bytes: Uint8Array, receivedAt: number) => Taken<T>
  /**
   * The time until this request can be sent without the risk that a late answer to another one is taken for its own.
   */
  doubtMs: (question: Asked & Pick<Question<T>, 'protocol'>) => number
  close: () => void
}>

type Outstanding<T> = {
  readonly question: Question<T>
  readonly frame: Uint8Array
  readonly transaction: number
  readonly askedAt: number
  pieces: Uint8Array
  /** An answer arrived that may be an earlier one's. Another that follows is the true one. */
  isInDoubt: boolean
  timer: NodeJS.Timeout | undefined
  finish: (outcome: Outcome) => void
}

type Options = Readonly<{
  send: (frame: Uint8Array) => Promise<boolean>
  answerMs: number
  /** How long after its timeout an answer may still arrive, or arrive a second time. */
  lateMs: number
}>

/** The answers of a line may take at most twice as long as its slowest one, plus this. */
const spreadMs = 250

/**
 * A serial line behind a modem: one request at a time, and incoming bytes are its answer, a piece of it, damaged, or
 * unsolicited. An answer contains neither its address nor its request, so after a timeout another request with the same
 * answer length has to wait: its answer could be the late one.
 */
export function openLine<T>({ send, answerMs, lateMs }: Options): Line<T> {
  const past = pastRequests(lateMs)
  let outstanding: Outstanding<T> | undefined
  let transaction = 0
  let [slowestMs, isClosed] = [0, false]

  function ask(question: Question<T>): Promise<Outcome> {
    if (isClosed) return Promise.resolve({ kind: 'closed', isSent: false })
    transaction = (transaction + 1) & 0xffff
    const frame = frameOf(question, transaction)
    const askedAt = performance.now()
    past.asked(question, askedAt)
    return new Promise((resolve) => {
      const own: Outstanding<T> = {
        question,
        frame,
        transaction,
        askedAt,
        pieces: new Uint8Array(),
        isInDoubt: false,
        timer: undefined,
        finish: (outcome) => {
          clearTimeout(own.timer)
          if (outstanding === own) outstanding = undefined
          noteEnd(past, own, outcome)
          resolve(outcome)
        },
      }
      expect(own, answerMs, { kind: 'silent' }, answerMs)
      outstanding = own
      const unsent = () => own.finish({ kind: 'closed', isSent: false })
      send(frame).then((isSent) => {
        if (!isSent) unsent()
      }, unsent)
    })
  }

  const longestMs = () => slowestMs * 2 + spreadMs

  /** Accepts a frame that answers the request. False if it may be an earlier answer that arrives a second time. */
  function accept(own: Outstanding<T>, frame: Uint8Array): boolean {
    const { question, askedAt } = own
    const elapsedMs = performance.now() - askedAt
    const isDoubtful = question.isRepeated !== true && past.mayBeRepeated(question, frame, longestMs())
    // To a command, another that follows is the true one. For a poll, which is cheap to ask again, it has to differ.
    if (isDoubtful && (!own.isInDoubt || question.since === undefined)) {
      if (!own.isInDoubt) expect(own, Math.min(longestMs(), answerMs - elapsedMs), { kind: 'ambiguous' }, answerMs)
      own.isInDoubt = true
      return false
    }
    if (own.isInDoubt && !isDoubtful) past.doubled()
    slowestMs = Math.max(elapsedMs, slowestMs * 0.9)
    past.accept(question, askedAt, frame, longestMs())
    return true
  }

  function take(bytes: Uint8Array, receivedAt: number): Taken<T> {
    const own = outstanding
    if (own === undefined) return past.unasked(bytes)
    const { question, frame: request } = own
    const whole = joined(own.pieces, bytes)
    for (const frame of own.pieces.length === 0 ? [bytes] : [whole, bytes]) {
      const answer = answerIn(own, frame)
      if (answer === undefined) continue
      if (!accept(own, frame)) return { kind: 'unasked' }
      const read = question.read(answer, receivedAt)
      const by = sourceOf(answer)
      own.finish(by === 'gateway' ? { kind: 'unreached' } : { kind: 'answered', answer })
      return { kind: 'answered', unit: question.unit, request, read, by }
    }
    const kind = kindOf(own, whole, bytes)
    if (kind === 'piece') own.pieces = whole
    if (kind !== 'damaged') return { kind }
    own.finish({ kind })
    return { kind, unit: question.unit, request }
  }

  return {
    ask,
    take,
    // An answer over TCP names its transaction.
    doubtMs: (question) => (isClosed || question.protocol === 'modbusTcp' ? 0 : past.doubtMs(question)),
    close: () => {
      isClosed = true
      outstanding?.finish({ kind: 'closed', isSent: true })
    },
  }
}

const sourceOf = (answer: ModbusAnswer) =>
  isUnreached(answer) ? 'gateway' : answer.kind === 'exception' ? 'exception' : 'values'

/**
 * Records the end of a request for those after it. A doubtful poll is repeated at once, so that it does not delay a
 * command.
 */
function noteEnd<T>(
  past: ReturnType<typeof pastRequests>,
  { question, askedAt }: Outstanding<T>,
  outcome: Outcome,
): void {
  if (outcome.kind === 'answered') past.ended(question, askedAt, endOf(outcome.answer))
  else if (outcome.kind === 'unreached') past.ended(question, askedAt, 'exception')
  else if (outcome.kind !== 'closed' && !(outcome.kind === 'ambiguous' && question.since === undefined))
    past.ended(question, askedAt, outcome.kind === 'silent' ? 'silent' : 'useless')
}

/**
 * Waits for the answer for this long. Time in which this process was busy, and did not read data that had arrived, is
 * added once, up to `maxMs`.
 */
function expect<T>(own: Outstanding<T>, forMs: number, outcome: Outcome, maxMs: number): void {
  const dueAt = performance.now() + forMs
  clearTimeout(own.timer)
  own.timer = setTimeout(() => {
    const busyMs = Math.min(performance.now() - dueAt, maxMs)
    if (busyMs > spreadMs) expect(own, busyMs, outcome, 0)
    else own.finish(outcome)
  }, forMs)
}

/** Classifies bytes that do not answer the request. */
function kindOf<T>(
  { question, frame }: Outstanding<T>,
  whole: Uint8Array,
  bytes: Uint8Array,
): 'piece' | 'damaged' | 'unasked' {
  const begins = whole[0] === frame[0] && (question.protocol === 'modbusTcp' || isOfFunction(whole, question))
  if (!begins || isSound(bytes)) return 'unasked'
  return whole.length < frameLength(question) ? 'piece' : 'damaged'
}

function answerIn<T>({ question, transaction }: Outstanding<T>, frame: Uint8Array): ModbusAnswer | undefined {
  const message =
    question.protocol === 'modbusTcp'
      ? readTcpFrame(transaction, question.unit, frame)
      : readSerialFrame(question.unit, frame)
  if (message === null) return undefined
  const answer = readAnswer(question.request, message)
  return answer.kind === 'unreadable' ? undefined : answer
}

const frameOf = <T>({ protocol, unit, request }: Question<T>, transaction: number): Uint8Array =>
  protocol === 'modbusTcp' ? tcpFrame(transaction, unit, request) : serialFrame(unit, request)

const frameLength = ({ protocol, request }: Readonly<{ protocol: Modbus['protocolType']; request: Uint8Array }>) =>
  answerLength(request) + (protocol === 'modbusTcp' ? 7 : 3)

const isOfFunction = (frame: Uint8Array, { request }: Readonly<{ request: Uint8Array }>): boolean =>
  frame.length < 2 || ((frame[1] ?? 0) & 0x7f) === request[0]

/** Whether the bytes are a whole frame of a serial line with a correct checksum. */
function isSound(frame: Uint8Array): boolean {
  if (frame.length < 4) return false
  const crc = crc16(frame.subarray(0, -2))
  return frame.at(-2) === (crc & 0xff) && frame.at(-1) === crc >> 8
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
