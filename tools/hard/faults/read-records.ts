import { createReadStream } from 'node:fs'
import { glob } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

/** Reads the record of a simulated device (simulator/src/record.ts defines the lines). */

const Stamped = z.object({ value: z.json(), time: z.number() })
const Line = z.discriminatedUnion('do', [
  z.object({ do: z.literal('started'), at: z.number() }),
  z.object({ do: z.literal('connected'), at: z.number() }),
  z.object({ do: z.literal('disconnected'), at: z.number() }),
  z.object({ do: z.literal('frozen'), at: z.number() }),
  z.object({ do: z.literal('thawed'), at: z.number() }),
  z.object({
    do: z.literal('report'),
    at: z.number(),
    id: z.string(),
    values: z.record(z.string(), Stamped),
  }),
  z.object({
    do: z.literal('history'),
    at: z.number(),
    id: z.string(),
    values: z.record(z.string(), z.array(Stamped)),
  }),
  z.object({
    do: z.literal('event'),
    at: z.number(),
    id: z.string(),
    event: z.string(),
    output: z.record(z.string(), z.json()),
    time: z.number(),
  }),
  z.object({ do: z.literal('puback'), at: z.number(), id: z.string() }),
  z.object({ do: z.literal('reply'), at: z.number(), id: z.string(), code: z.number() }),
  z.object({ do: z.literal('command'), at: z.number(), id: z.string() }),
  z.object({ do: z.literal('answer'), at: z.number(), id: z.string(), code: z.number() }),
  z.object({ do: z.literal('answerPuback'), at: z.number(), id: z.string() }),
  z.object({ do: z.literal('desired'), at: z.number() }),
  z.object({ do: z.literal('frame'), at: z.number() }),
])

/** One value that a device reported. */
export type ReportedValue = Readonly<{
  identifier: string
  value: z.core.util.JSONType
  time: number
  /** When it was sent, by the computer. */
  at: number
  /** When its acknowledgement was read; null: none was. */
  acknowledgedAt: number | null
  /** Since when it may have been there unread, because the device was frozen; null as before. */
  acknowledgedFrom: number | null
  /** The server itself confirmed that it stored the message. */
  isAnswered: boolean
  /** The run of the simulator, from 1 on. */
  life: number
}>
export type ReportedEvent = Readonly<{
  event: string
  output: Readonly<Record<string, z.core.util.JSONType>>
  time: number
  at: number
  acknowledgedAt: number | null
  acknowledgedFrom: number | null
  isAnswered: boolean
}>
/** Epoch ms; `to` is infinite if it never resumed. */
export type Span = Readonly<{ from: number; to: number }>
/** `frozen`: when the device was last frozen with the connection of this message; null if it never was. */
export type Receipt = Readonly<{ at: number; frozen: Span | null }>
export type ReceivedCommand = {
  receipts: Receipt[]
  answers: number[]
  answerAcknowledged: Readonly<{ from: number; at: number }> | null
}

export type DeviceRecord = Readonly<{
  deviceName: string
  isConnected: boolean
  /** How many times the simulator was started. */
  lives: number
  reportedValues: readonly ReportedValue[]
  events: readonly ReportedEvent[]
  /** When each command was received, its answers, and whether an answer was acknowledged. */
  commands: ReadonlyMap<string, Readonly<ReceivedCommand>>
  /** When it was frozen with its connection open. */
  frozen: readonly Span[]
}>

type Outcome = Pick<ReportedValue, 'acknowledgedAt' | 'acknowledgedFrom' | 'isAnswered'>

/** A device that resumes reads messages of its frozen time within this time. */
const readsWithinMs = 2000

/** Collects when a device was frozen. */
function stillness() {
  const all: { from: number; to: number }[] = []
  let last: { from: number; to: number } | null = null
  return {
    all,
    /** The last time over the connection that is open. */
    last: () => last,
    /** The present reading, and since when it may have been there. */
    readAt: (at: number) => ({ from: last !== null && at <= last.to + readsWithinMs ? last.from : at, at }),
    take: (line: z.output<typeof Line>) => {
      if (line.do === 'started' || line.do === 'connected') last = null
      if (line.do === 'thawed' && last !== null) last.to = line.at
      if (line.do !== 'frozen') return
      last = { from: line.at, to: Number.POSITIVE_INFINITY }
      all.push(last)
    },
  }
}

async function readOne(file: string, deviceName: string): Promise<DeviceRecord> {
  const reportedValues: { value: Omit<ReportedValue, keyof Outcome>; key: string }[] = []
  const events: { value: Omit<ReportedEvent, keyof Outcome>; key: string }[] = []
  const acknowledged = new Map<string, Readonly<{ from: number; at: number }>>()
  const answered = new Set<string>()
  const commands = new Map<string, ReceivedCommand>()
  const still = stillness()
  let isConnected = false
  let life = 0
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const line = Line.parse(JSON.parse(text))
    const keyOf = (id: string) => `${life}/${id}`
    still.take(line)
    switch (line.do) {
      case 'started':
        life += 1
        isConnected = false
        break
      case 'connected':
        isConnected = true
        break
      case 'disconnected':
        isConnected = false
        break
      case 'report':
        for (const [identifier, { value, time }] of Object.entries(line.values))
          reportedValues.push({ key: keyOf(line.id), value: { identifier, value, time, at: line.at, life } })
        break
      case 'history':
        for (const [identifier, values] of Object.entries(line.values))
          for (const { value, time } of values)
            reportedValues.push({ key: keyOf(line.id), value: { identifier, value, time, at: line.at, life } })
        break
      case 'event': {
        const { event, output, time, at } = line
        events.push({ key: keyOf(line.id), value: { event, output, time, at } })
        break
      }
      case 'puback':
        if (!acknowledged.has(keyOf(line.id))) acknowledged.set(keyOf(line.id), still.readAt(line.at))
        break
      case 'reply':
        if (line.code === 200) answered.add(keyOf(line.id))
        break
      case 'command': {
        const known = commands.get(line.id) ?? { receipts: [], answers: [], answerAcknowledged: null }
        known.receipts.push({ at: line.at, frozen: still.last() })
        commands.set(line.id, known)
        break
      }
      case 'answer':
        commands.get(line.id)?.answers.push(line.code)
        break
      case 'answerPuback': {
        const known = commands.get(line.id)
        if (known !== undefined) known.answerAcknowledged ??= still.readAt(line.at)
        break
      }
      case 'frozen':
      case 'thawed':
      case 'desired':
      case 'frame':
        break
    }
  }
  const outcomeOf = (key: string): Outcome => ({
    acknowledgedAt: acknowledged.get(key)?.at ?? null,
    acknowledgedFrom: acknowledged.get(key)?.from ?? null,
    isAnswered: answered.has(key),
  })
  return {
    deviceName,
    isConnected,
    lives: life,
    reportedValues: reportedValues.map(({ key, value }) => ({ ...value, ...outcomeOf(key) })),
    events: events.map(({ key, value }) => ({ ...value, ...outcomeOf(key) })),
    commands,
    frozen: still.all,
  }
}

/** One device at a time: the records of a long run are large. */
export async function* readRecords(folder: string): AsyncGenerator<DeviceRecord> {
  for await (const name of glob('*.jsonl', { cwd: folder }))
    yield await readOne(path.join(folder, name), path.basename(name, '.jsonl'))
}
