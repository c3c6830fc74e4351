import { sql } from 'kysely'
import { signalIdentifiers, signals, type SignalReport } from '@brigade/contract/cold-chain/excursion.rules.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { connectMade } from '../linked-device.ts'
import { make } from '../make.ts'
import type { TestApp } from '../start-app.ts'
import { until } from '../until.ts'

/** Waits until all changes are folded, and nothing is due. */
export const settled = ({ db, clock }: TestApp) =>
  until(
    'nothing to be left',
    async () => {
      // The order matters: what is folded between the two is due in the second.
      const changes = await db.selectFrom('faultChange').select('seq').limit(1).execute()
      if (changes.length > 0) return false
      const now = new Date(clock.now()).toISOString()
      const due = await db.selectFrom('faultWait').select('kind').where('dueAt', '<=', now).limit(1).execute()
      return due.length === 0
    },
    30_000,
  )

/** Ways in which a device may send values of its own choice of times. */
export const ways = ['post', 'batch/post', 'pack/post', 'history/post'] as const
export type Way = (typeof ways)[number]

/** A refrigerator that reports values with their times. */
export async function watchedCooler(app: TestApp, owned: Readonly<{ organisationId?: string }> = {}) {
  const cooler = await make.device(app, { kind: 'cooler', ...owned })
  const device = await connectMade(app, cooler)
  let last = 0
  /** Sends them in one message; `post` has one value of each property, and sends as many messages as needed. */
  const send = async (way: Way, reports: readonly SignalReport[]): Promise<void> => {
    for (const params of packed(way, reports)) {
      last += 1
      await device.send(`thing/event/property/${way}`, { id: String(last), version: '1.0', params })
    }
  }
  const packed = (way: Way, reports: readonly SignalReport[]): readonly unknown[] => {
    const valued = reports.map(([time, signal, value]) => ({ identifier: identifierOf(signal), value, time }))
    const one = ({ identifier, value, time }: (typeof valued)[number]) => ({ [identifier]: { value, time } })
    if (way === 'post') {
      const messages: Record<string, unknown>[] = []
      for (const each of valued) {
        const free = messages.at(-1)
        if (free !== undefined && !(each.identifier in free)) Object.assign(free, one(each))
        else messages.push(one(each))
      }
      return messages
    }
    if (way === 'history/post') {
      const identity = { productKey: cooler.productKey, deviceName: cooler.sn }
      return [[{ identity, properties: valued.map(one) }]]
    }
    const lists = Map.groupBy(valued, ({ identifier }) => identifier)
    const properties = [...lists].map(
      ([identifier, all]) => [identifier, all.map(({ value, time }) => ({ value, time }))] as const,
    )
    return [{ properties: Object.fromEntries(properties) }]
  }
  return { id: cooler.id, cooler, device, send }
}

const identifierOf = (signal: SignalReport[1]): string => signalIdentifiers[signal]

/** Sorts in the order of evaluation: by time, settings and switches before the temperature. */
export const inOrder = (reports: readonly SignalReport[]): SignalReport[] =>
  reports.toSorted((a, b) => a[0] - b[0] || signals.indexOf(a[1]) - signals.indexOf(b[1]))

/** A temperature every five minutes from a minute on, as often as the next change allows. */
export const airFrom = (
  originMs: number,
  ...turns: readonly (readonly [minute: number, celsius: number, until: number])[]
): SignalReport[] =>
  turns.flatMap(([minute, celsius, until]) =>
    Array.from({ length: Math.ceil((until - minute) / 5) }, (_, step): SignalReport => [
      originMs + (minute + step * 5) * minuteMs,
      'temperature',
      celsius,
    ]),
  )

export const settingsAt = (at: number): SignalReport[] => [
  [at, 'delay', 10],
  [at, 'setPoint', 3],
  [at, 'high', 8],
  [at, 'low', 0],
  [at, 'defrost', 0],
  [at, 'door', 0],
]

/** The records of excursions of a device, the newest first. */
export const excursionsOf = async (app: TestApp, token: string, deviceId: string): Promise<readonly FaultRow[]> =>
  (await app.ask(faultApi.alarms, { deviceId, alertType: 'excursion' }, { token })).envelope.data.list

export type RecordedSpell = Readonly<{
  faultId: string
  side: 'high' | 'low'
  from: number
  to: number | null
  limitC: number
  worstC: number
  worstAt: number
}>

/** The occurrences of the records of a device, in the order of their begins. */
export async function spellsOf({ db }: TestApp, deviceId: string): Promise<readonly RecordedSpell[]> {
  const { rows } = await sql<RecordedSpell>`
    select fault_id::text as fault_id, side, (extract(epoch from began_at) * 1000)::float8 as "from",
      (extract(epoch from ended_at) * 1000)::float8 as "to", limit_c, worst_c, (extract(epoch from worst_at) * 1000)::float8 as worst_at
    from fault_excursion where device_id = ${deviceId}::bigint order by began_at`.execute(db)
  return rows
}
