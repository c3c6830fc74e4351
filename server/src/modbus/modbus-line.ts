import {
  readSerialFrame,
  readTcpFrame,
  serialFrame,
  tcpFrame,
  crc16,
} from '@brigade/contract/thing-model/modbus/modbus-frame.ts'
import { readAnswer } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import type { ModbusAnswer } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import type { Modbus } from '@brigade/contract/thing-model/thing-model.model.ts'

/** One request to one unit. `read` turns the answer into a `T` as soon as it arrives. */
export type Question<T> = Readonly<{
  unit: number
  protocol: Modbus['protocolType']
  request: Uint8Array
  read: (answer: ModbusAnswer, receivedAt: number) => T
}>

export type Outcome =
  | Readonly<{ kind: 'answered'; answer: ModbusAnswer }>
  /** An answer with a wrong checksum or another length. */
  | Readonly<{ kind: 'damaged' }>
  | Readonly<{ kind: 'silent' }>
  /** The connection ended. */
  | Readonly<{ kind: 'closed' }>

/** The result for bytes that a modem sent up. */
export type Taken<T> =
  | Readonly<{ kind: 'answered'; unit: number; request: Uint8Array; read: T }>
  | Readonly<{ kind: 'damaged'; unit: number; request: Uint8Array }>
  /** The beginning of an answer; the rest follows. */
  | Readonly<{ kind: 'piece' }>
  | Readonly<{ kind: 'unasked' }>

export type Line<T> = Readonly<{
  /** Sends a request and waits for the answer. Only one at a time: the caller waits for the outcome before the next. */
  ask: (question: Question<T>) => Promise<Outcome>
  take: (bytes: Uint8Array, receivedAt: number) => Taken<T>
  /** Time until this request can be sent without the risk that a late answer to another one is taken for its own. */
  doubtMs: (question: Pick<Question<T>, 'unit' | 'request'>) => number
  close: () => void
}>

/** How long an answer may arrive after its timeout. Later it is not expected any more. */
const lateMs = 10_000

type Outstanding<T> = {
  question: Question<T>
  frame: Uint8Array
  transaction: number
  pieces: Uint8Array
  finish: (outcome: Outcome) => void
}
type Doubt = Readonly<{ unit: number; shape: string; request: string; until: number }>

/**
 * A serial line behind a modem: one request at a time, and incoming bytes are its answer, a piece of it, damaged, or
 * unsolicited. An answer names neither its address nor its request, so after a timeout another request with the same
 * answer length has to wait: its answer could be the late one.
 */
export function openLine<T>(options: { send: (frame: Uint8Array) => Promise<boolean>; answerMs: number }): Line<T> {
  let outstanding: Outstanding<T> | undefined
  let doubts: Doubt[] = []
  let transaction = 0
  let isClosed = false

  function ask(question: Question<T>): Promise<Outcome> {
    if (isClosed) return Promise.resolve({ kind: 'closed' })
    transaction = (transaction + 1) & 0xffff
    const frame =
      question.protocol === 'modbusTcp'
        ? tcpFrame(transaction, question.unit, question.request)
        : serialFrame(question.unit, question.request)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        doubts.push({ ...shapeOf(question), until: performance.now() + lateMs })
        own.finish({ kind: 'silent' })
      }, options.answerMs)
      const own: Outstanding<T> = {
        question,
        frame,
        transaction,
        pieces: new Uint8Array(),
        finish: (outcome) => {
          clearTimeout(timer)
          if (outstanding === own) outstanding = undefined
          resolve(outcome)
        },
      }
      outstanding = own
      options.send(frame).then(
        (isSent) => {
          if (!isSent) own.finish({ kind: 'closed' })
        },
        () => own.finish({ kind: 'closed' }),
      )
    })
  }

  function take(bytes: Uint8Array, receivedAt: number): Taken<T> {
    const own = outstanding
    if (own === undefined) return { kind: 'unasked' }
    const { question, frame: request } = own
    const whole = joined(own.pieces, bytes)
    for (const frame of own.pieces.length === 0 ? [bytes] : [whole, bytes]) {
      const answer = answerIn(own, frame)
      if (answer === undefined) continue
      // Answers come in the order of their requests: of the earlier ones, only those of the same shape may still be
      // answered.
      const { shape, unit } = shapeOf(question)
      doubts = doubts.filter((doubt) => doubt.unit === unit && doubt.shape === shape)
      const read = question.read(answer, receivedAt)
      own.finish({ kind: 'answered', answer })
      return { kind: 'answered', unit: question.unit, request, read }
    }
    const expected = frameLength(question)
    const begins = whole[0] === request[0] && (question.protocol === 'modbusTcp' || isOfFunction(whole, question))
    if (begins && whole.length < expected && !isSound(bytes)) {
      own.pieces = whole
      return { kind: 'piece' }
    }
    if (begins && whole.length >= expected && !isSound(bytes)) {
      own.finish({ kind: 'damaged' })
      return { kind: 'damaged', unit: question.unit, request }
    }
    return { kind: 'unasked' }
  }

  return {
    ask,
    take,
    doubtMs: (question) => {
      const now = performance.now()
      doubts = doubts.filter(({ until }) => until > now)
      const { unit, shape, request } = shapeOf(question)
      // A repetition of the same request is not ambiguous: either answer belongs to it.
      const rivals = doubts.filter((doubt) => doubt.unit === unit && doubt.shape === shape && doubt.request !== request)
      return Math.max(0, ...rivals.map(({ until }) => until - now))
    },
    close: () => {
      isClosed = true
      outstanding?.finish({ kind: 'closed' })
    },
  }
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

/** The shape that distinguishes answers: unit, function and length. The answer to a write repeats its address. */
function shapeOf({ unit, request }: Readonly<{ unit: number; request: Uint8Array }>) {
  const [code = 0] = request
  const whole = request.toHex()
  return { unit, shape: code <= 4 ? `${code} ${answerLength(request)}` : whole, request: whole }
}

/** The length of the message, without its frame. */
function answerLength(request: Uint8Array): number {
  const [code = 0, , , high = 0, low = 0] = request
  const count = (high << 8) | low
  if (code === 1 || code === 2) return 2 + Math.ceil(count / 8)
  return code <= 4 ? 2 + count * 2 : 5
}

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
