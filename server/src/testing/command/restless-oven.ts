import { z } from 'zod'
import { connectDevice, type FakeDevice } from '../fake-device.ts'
import { tripleOf } from '../linked-device.ts'
import type { Random } from '../malformed/random.ts'
import type { SilentProxy } from '../silence/silent-proxy.ts'
import { until } from '../until.ts'

type Made = Readonly<{ id: string; sn: string; secret: string; productKey: string }>

/**
 * An answer of the oven. A minute is the time between two deadlines; `acknowledgedIn` is missing if no acknowledgement
 * came.
 */
export type Answer = Readonly<{ code: number; startedIn: number }> & { acknowledgedIn?: number }

/** The oven's record of one command: the connections over which it came, one entry for each time, and the answers. */
export type Heard = Readonly<{ over: number[]; answers: Answer[] }>

/**
 * An oven behind a network of its own, which carries out all received commands, and answers at once, twice, later, or
 * never.
 */
export type RestlessOven = Readonly<{
  made: Made
  heard: ReadonlyMap<string, Heard>
  /** The state of its network: it passes messages, is silent, or has no connection. */
  network: () => 'passes' | 'silent' | 'none'
  /** Opens a new connection; an old silent one ends without a message. */
  connect: () => Promise<void>
  fallSilent: () => void
  /** Messages that the silent network kept arrive after all. */
  speakAgain: () => void
  cut: () => void
  leave: () => Promise<void>
  /** Sends postponed answers over its present connection. */
  answerOwed: () => readonly Answer[]
  /** Sends a report, for which nobody waits. */
  chatter: (number: number) => void
  stop: () => Promise<void>
}>

const Sent = z.object({ id: z.string() })
/** A command, and the topic of its answer. */
type Order = Readonly<{ id: string; topic: string }>

function orderOf(topic: string, payload: string): Order | undefined {
  const rrpc = /rrpc\/request\/(.+)$/.exec(topic)?.[1]
  if (rrpc !== undefined) return { id: rrpc, topic: `rrpc/response/${rrpc}` }
  const service = /(thing\/service\/.+)$/.exec(topic)?.[1]
  if (service === undefined || service.endsWith('_reply')) return undefined
  return { id: Sent.parse(JSON.parse(payload)).id, topic: `${service}_reply` }
}

/** Receives all orders over a connection, until it has ended. */
async function listen(to: FakeDevice, take: (order: Order) => void): Promise<void> {
  let seen = 0
  const isNew = () => to.received.length > seen || !to.isConnected()
  for (;;) {
    await until('a message, or the end of the connection', isNew, 300_000)
    for (; seen < to.received.length; seen += 1) {
      const message = to.received[seen]
      const order = message === undefined ? undefined : orderOf(message.topic, message.payload)
      if (order !== undefined) take(order)
    }
    if (!to.isConnected()) return
  }
}

type Owed = Order & Readonly<{ code: number }>

/** `minute`: the number of the present one. */
export function restlessOven(made: Made, proxy: SilentProxy, random: Random, minute: () => number): RestlessOven {
  const heard = new Map<string, Heard>()
  const listening: Promise<void>[] = []
  let owed: Owed[] = []
  let device: FakeDevice | undefined
  let isSilent = false
  let connections = 0

  function answer({ id, topic, code }: Owed): Answer | undefined {
    if (device === undefined) return undefined
    const given: Answer = { code, startedIn: minute() }
    heard.get(id)?.answers.push(given)
    // Nobody waits for it: over a silent network the acknowledgement never comes.
    device.send(topic, { id, code, data: {} }).then(
      () => {
        given.acknowledgedIn = minute()
      },
      () => undefined,
    )
    return given
  }

  function carryOut(over: number, order: Order): void {
    const known = heard.get(order.id)
    if (known !== undefined) {
      known.over.push(over)
      // It is the same command: it has the same answer.
      const [first] = known.answers
      if (first !== undefined) answer({ ...order, code: first.code })
      return
    }
    heard.set(order.id, { over: [over], answers: [] })
    const with200 = { ...order, code: 200 }
    const way = random.pick(['at once', 'at once', 'refused', 'twice', 'later', 'never'])
    if (way === 'later') owed.push(with200)
    if (way === 'refused') answer({ ...order, code: 5001 })
    if (way === 'at once' || way === 'twice') answer(with200)
    if (way === 'twice') answer(with200)
  }

  const cut = () => {
    device?.vanish()
    device = undefined
    isSilent = false
  }
  return {
    made,
    heard,
    network: () => (device?.isConnected() !== true ? 'none' : isSilent ? 'silent' : 'passes'),
    connect: async () => {
      cut()
      device = await connectDevice(proxy.port, tripleOf(made))
      connections += 1
      const over = connections
      listening.push(listen(device, (order) => carryOut(over, order)))
    },
    fallSilent: () => {
      isSilent = true
      proxy.silence()
    },
    speakAgain: () => {
      isSilent = false
      proxy.mend()
    },
    cut,
    leave: async () => {
      await device?.leave()
      device = undefined
    },
    answerOwed: () => {
      if (device === undefined) return []
      const due = owed
      owed = []
      return due.flatMap((one) => answer(one) ?? [])
    },
    chatter: (number) => void device?.report({ DoorOpenings: number }).catch(() => undefined),
    stop: async () => {
      cut()
      await Promise.all(listening)
    },
  }
}
