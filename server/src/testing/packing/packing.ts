import { randomFrom, type Random } from '../malformed/random.ts'
import { roles, type Item, type Role, type Series } from './series.ts'

/** The forms of a message with stored data. */
const storedForms = ['batch', 'history', 'pack'] as const
export type Form = 'live' | (typeof storedForms)[number]
export type Message = Readonly<{ id: string; role: Role; form: Form; items: readonly Item[] }>

export type Step = Readonly<
  | { do: 'send'; message: Message }
  /** The connection ends silently. Unacknowledged messages are sent again on the next one, marked. */
  | { do: 'cut'; role: Role }
  /** On a later connection acknowledged messages are repeated, because their sender forgot. */
  | { do: 'again'; role: Role; messages: readonly Message[] }
  /** Waits until everything sent so far has become records, so that later messages find them. */
  | { do: 'wait' }
  /** When everything before is acknowledged, a test checks the result. */
  | { do: 'look'; look: () => Promise<void> }
>

export type Packing = Readonly<{
  seed: number
  /** Over a gateway, or each device over its own connection. */
  isOverGateway: boolean
  /** Over a connector that is killed now and then. */
  isKilled: boolean
  steps: readonly Step[]
  /** The steps that come before the days are sealed. */
  beforeSeal: number
}>

/** The properties by which packings differ. */
type Habits = Readonly<{ live: number; late: number; cuts: number; again: number; most: number; waits: number }>

export function makePacking(series: Series, seed: number, { isKilled = false } = {}): Packing {
  const random = randomFrom(seed)
  const habits: Habits = {
    live: random.pick([0, 0.1, 0.4, 1]),
    late: random.pick([0, 0.2, 0.5]),
    cuts: random.int(4),
    again: random.int(4),
    most: random.pick([5, 30, 90]),
    waits: random.pick([0, 0, 8]),
  }
  const isOverGateway = random.chance(0.35)
  const all = roles.map((role) => stepsOf(series, role, random, habits))
  const steps = shuffledTogether(all, random)
  const beforeSeal = random.pick([0, steps.length, random.int(steps.length + 1)])
  return { seed, isOverGateway, isKilled, steps, beforeSeal }
}

/** The steps of one device. */
function stepsOf(series: Series, role: Role, random: Random, habits: Habits): Step[] {
  const items = series.items.filter((item) => item.role === role)
  const newId = idsFrom(random.int(1_000_000))
  const messages: Message[] = []
  for (const segment of segmentsOf(items, random, habits.most)) {
    if (random.chance(habits.live)) messages.push(...liveMessages(segment, random, newId))
    else messages.push({ id: newId(), role, form: random.pick(storedForms), items: segment })
  }
  const ordered = withLate(messages, random, habits.late)
  const steps: Step[] = []
  const sent: Message[] = []
  for (const message of ordered) {
    steps.push({ do: 'send', message })
    sent.push(message)
    if (random.chance(habits.cuts / ordered.length)) steps.push({ do: 'cut', role })
    if (random.chance(habits.waits / ordered.length)) steps.push({ do: 'wait' })
    if (random.chance(habits.again / ordered.length)) steps.push(...againOf(sent, random, newId))
  }
  return steps
}

function idsFrom(first: number) {
  let last = first
  return () => String((last += 1))
}

/** Splits between two instants: values of one instant stay together. */
function segmentsOf(items: readonly Item[], random: Random, most: number): (readonly Item[])[] {
  const segments: Item[][] = []
  let room = 0
  let lastAt: number | undefined
  for (const item of items) {
    if (room <= 0 && item.at !== lastAt) {
      segments.push([])
      room = 1 + random.int(most)
    }
    segments.at(-1)?.push(item)
    lastAt = item.at
    room -= 1
  }
  return segments
}

/** Live messages have one value of a property each, and an event has its own. */
function liveMessages(segment: readonly Item[], random: Random, newId: () => string): Message[] {
  const messages: Message[] = []
  let open: Item[] = []
  const close = () => {
    const [first] = open
    if (first !== undefined) messages.push({ id: newId(), role: first.role, form: 'live', items: open })
    open = []
  }
  for (const item of segment) {
    const isApart = item.kind === 'event' || open.some(({ kind }) => kind === 'event')
    const isTwice = open.some(({ identifier }) => identifier === item.identifier)
    if (isApart || isTwice || random.chance(0.4)) close()
    open.push(item)
  }
  close()
  return messages
}

/** Stored messages may come later, among newer ones. The last one stays in its place. */
function withLate(messages: readonly Message[], random: Random, share: number): readonly Message[] {
  const placed = messages.map((message, index) => ({
    message,
    place:
      message.form !== 'live' && index < messages.length - 1 && random.chance(share)
        ? index + random.unit() * (messages.length - 1 - index)
        : index,
  }))
  return placed.toSorted((a, b) => a.place - b.place).map(({ message }) => message)
}

/** Messages of a night are repeated: unchanged, or with their values in another packing. */
function againOf(sent: readonly Message[], random: Random, newId: () => string): Step[] {
  const first = random.int(sent.length)
  const some = sent.slice(first, first + 1 + random.int(12))
  const [{ role } = { role: null }] = some
  if (role === null) return []
  if (random.chance(0.5)) return [{ do: 'again', role, messages: some }]
  const repeated = older(some, sent)
  if (repeated.length === 0) return []
  const messages = segmentsOf(repeated, random, 60).map((items): Message => ({
    id: newId(),
    role,
    form: 'history',
    items,
  }))
  return [{ do: 'again', role, messages }]
}

/** Values of which their device has sent a newer one. An event in another message is another event. */
function older(some: readonly Message[], sent: readonly Message[]): readonly Item[] {
  const newest = new Map<string, number>()
  for (const { items } of sent)
    for (const { identifier, at } of items) newest.set(identifier, Math.max(newest.get(identifier) ?? 0, at))
  const instants = new Set(some.flatMap(({ items }) => items.map(({ at }) => at)))
  return sent
    .flatMap(({ items }) => items)
    .filter(({ kind, at, identifier }) => kind === 'value' && instants.has(at) && at < (newest.get(identifier) ?? 0))
    .toSorted((a, b) => a.at - b.at || a.number - b.number)
}

/** Steps of several devices, each in its order. */
function shuffledTogether(all: readonly (readonly Step[])[], random: Random): Step[] {
  const steps: Step[] = []
  const places = all.map(() => 0)
  for (;;) {
    const open = all.flatMap((own, index) => ((places[index] ?? 0) < own.length ? [index] : []))
    const [first, ...others] = open
    if (first === undefined) return steps
    const index = random.pick([first, ...others])
    for (let many = 1 + random.int(8); many > 0; many -= 1) {
      const step = all[index]?.[places[index] ?? 0]
      if (step === undefined) break
      steps.push(step)
      places[index] = (places[index] ?? 0) + 1
    }
  }
}

/** The same packing without some items, and without messages that would be empty. */
export function packingWith(packing: Packing, kept: ReadonlySet<number>, keptSteps?: ReadonlySet<Step>): Packing {
  const cut = (message: Message): Message => ({
    ...message,
    items: message.items.filter(({ number }) => kept.has(number)),
  })
  let beforeSeal = 0
  const steps: Step[] = []
  for (const [index, step] of packing.steps.entries()) {
    if (keptSteps !== undefined && step.do !== 'send' && !keptSteps.has(step)) continue
    const less: Step =
      step.do === 'send'
        ? { ...step, message: cut(step.message) }
        : step.do === 'again'
          ? { ...step, messages: step.messages.map(cut).filter(({ items }) => items.length > 0) }
          : step
    if (less.do === 'send' && less.message.items.length === 0) continue
    if (less.do === 'again' && less.messages.length === 0) continue
    if (index < packing.beforeSeal) beforeSeal += 1
    steps.push(less)
  }
  return { ...packing, steps, beforeSeal }
}

/** Describes a packing in one line for people. */
export function wordsOf({ seed, isOverGateway, isKilled, steps, beforeSeal }: Packing): string {
  const messages = steps.flatMap((step) => (step.do === 'send' ? [step.message] : []))
  const count = (form: Form) => messages.filter((message) => message.form === form).length
  const forms = (['live', ...storedForms] as const).map((form) => `${count(form)} ${form}`).join(', ')
  const cuts = steps.filter((step) => step.do === 'cut').length
  const again = steps.filter((step) => step.do === 'again').length
  const waits = steps.filter((step) => step.do === 'wait').length
  const way = `${isOverGateway ? 'over a gateway' : 'direct'}${isKilled ? ', connector killed' : ''}`
  return `packing ${seed} (${way}; ${forms}; ${cuts} cuts, ${again} times again, ${waits} waits; ${beforeSeal} of ${steps.length} steps before sealing)`
}
