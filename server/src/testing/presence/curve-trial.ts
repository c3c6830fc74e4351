import assert from 'node:assert/strict'
import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { telemetryCalls } from '@brigade/contract/telemetry/telemetry.endpoints.ts'
import { hourMs, iso, minuteMs } from '@brigade/contract/time.ts'
import { sealHistory } from '../../telemetry/history/seal-history.ts'
import { connectMade, isOnline } from '../linked-device.ts'
import type { FakeDevice } from '../fake-device.ts'
import { randomFrom, type Random } from '../malformed/random.ts'
import { make } from '../make.ts'
import { livedBy, type Deed } from './lived.ts'
import { naiveStates, type Life, type Stretch } from './naive-presence.ts'
import { readPdf } from '../read-pdf.ts'
import { addressOf, type TestApp } from '../start-app.ts'

/**
 * Random lives of refrigerators are sent through MQTT, and the results of history, plan, cold chain and report are
 * compared with a naive reading.
 */
export type CurveTrial = Readonly<{ app: TestApp; seed: number; lives: number; printed: number }>

type Cooler = Awaited<ReturnType<typeof make.device>>
type Living = { cooler: Cooler; random: Random; deeds: Deed[]; device: FakeDevice | null; kept: Deed[]; ids: number }

/** One minute of one device: its actions, and the buffered values that it sends when it is connected again. */
async function liveOn(app: TestApp, living: Living, at: number): Promise<void> {
  for (let deed = living.deeds[0]; deed !== undefined && deed.at <= at; deed = living.deeds[0]) {
    living.deeds.shift()
    if (deed.does === 'connect') {
      living.device = await connectMade(app, living.cooler)
      await sendKept(living)
    } else if (deed.does === 'disconnect') {
      living.device?.vanish()
      await isOnline(app, living.cooler, false)
    } else if (deed.does === 'keep') living.kept.push(deed)
    else
      await living.device?.report(
        Object.fromEntries(Object.entries(deed.values).map(([name, value]) => [name, { value, time: deed.at }])),
      )
  }
}

async function sendKept(living: Living): Promise<void> {
  const kept = living.kept.splice(0).flatMap((deed) => ('values' in deed ? [deed] : []))
  if (kept.length === 0) return
  const params = kept.map(({ at, values }) => ({
    properties: [Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, time: at }]))],
  }))
  const method = 'thing.event.property.history.post'
  living.ids += 1
  await living.device?.send('thing/event/property/history/post', {
    id: `h${living.ids}`,
    version: '1.0',
    method,
    params,
  })
}

/** The time of its connection in its online log. */
async function connectionOf(app: TestApp, { id }: Cooler, from: number, now: number) {
  const entries = await app.db
    .selectFrom('onlineLog')
    .select(['online', 'occurredAt'])
    .where('deviceId', '=', id)
    .where('online', 'is not', null)
    .orderBy('occurredAt')
    .orderBy('seq')
    .execute()
  const [offline, online]: [Stretch[], Stretch[]] = [[], []]
  let since = from
  let isThere = false
  for (const entry of [...entries, { online: null, occurredAt: iso(now) }]) {
    const at = Date.parse(entry.occurredAt)
    if (entry.online === isThere) continue
    ;(isThere ? online : offline).push({ from: since, to: at })
    since = at
    isThere = entry.online ?? isThere
  }
  return { offline, online }
}

const settings: Readonly<Record<string, boolean>> = {
  CabinetTemp: false,
  EvaporatorTemp: false,
  SetPoint: true,
  DoorState: true,
}
const identifiers = Object.keys(settings)
type Line = Readonly<{ gaps: readonly Stretch[]; held: readonly Stretch[] }>

const stateIn = ({ gaps, held }: Line, at: number) => {
  const isIn = (all: readonly Stretch[]) => all.some(({ from, to }) => from <= at && at < to)
  return isIn(gaps) ? 'unknown' : isIn(held) ? 'held' : 'measured'
}

type Compared = Readonly<{ life: Life; where: string; span: Stretch; now: number }>

function compare({ life, where, span, now }: Compared, identifier: string, line: Line): void {
  const isSetting = settings[identifier] === true
  const expected = naiveStates(life, { identifier, isSetting, ...span, now })
  const wrong = expected.filter(({ at, state }) => stateIn(line, at) !== state)
  const told = wrong.slice(0, 3).map(({ at, state }) => `${iso(at)} is ${state} and said to be ${stateIn(line, at)}`)
  assert.deepEqual(told, [], `${where} of ${identifier}, ${wrong.length} of ${expected.length}`)
}

const lasted = (ms: number): string => {
  const minutes = Math.round(ms / minuteMs)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

type Reader = Readonly<{ app: TestApp; token: string }>
type Asked = Readonly<{ cooler: Cooler; isPrinted: boolean }>

async function compareAll(
  { app, token }: Reader,
  { cooler, isPrinted }: Asked,
  compared: Omit<Compared, 'where'>,
): Promise<void> {
  const { span } = compared
  const asked = { id: cooler.id, startTime: iso(span.from), endTime: iso(span.to) }
  const ask = async (ids: readonly string[]) =>
    (await app.ask(telemetryCalls.cooler.curve, { ...asked, identifiers: ids.join(',') }, { token })).envelope.data
  // History reads them one by one; the plan over measured values reads them together.
  const together = await ask(identifiers)
  assert.equal(together.bucketMs, 0)
  for (const [index, identifier] of identifiers.entries()) {
    const [alone] = (await ask([identifier])).series
    compare({ ...compared, where: 'history' }, identifier, alone ?? assert.fail())
    assert.deepEqual(together.series[index], alone, `${identifier} beside others`)
  }
  const cold = (await app.ask(coldChainApi.temperature, asked, { token })).envelope.data
  const [line] = cold.series
  assert.deepEqual(line, together.series[0], 'cold chain and history')
  compare({ ...compared, where: 'cold chain' }, 'CabinetTemp', line ?? assert.fail())
  const [setPoint] = together.series.slice(2)
  if (setPoint?.before !== null) assert.deepEqual(cold.setPointGaps, setPoint?.gaps, 'gaps of the set point')
  // The reported figures match the hatched stretches.
  assert.equal(
    cold.figures.unknownMs,
    cold.gaps.reduce((sum, { from, to }) => sum + to - from, 0),
  )
  assert(cold.figures.judgedMs + cold.figures.unknownMs + cold.figures.heldMs <= span.to - span.from)
  if (!isPrinted) return
  const file = await fetch(addressOf(app.url, coldChainApi.exportTemperature, { ...asked, format: 'pdf' }), {
    headers: { authorization: token, 'time-zone': 'UTC' },
  })
  const text = readPdf(Buffer.from(await file.arrayBuffer())).join(' ')
  assert(text.includes(lasted(cold.figures.unknownMs)), `${lasted(cold.figures.unknownMs)} in ${text}`)
}

/**
 * Lives of refrigerators, all from `seed`, through MQTT, then read while their values are rows and once they are sealed: fails where one minute
 * of one property is known, held or unknown otherwise than a naive reading has it. Printing takes long: the first `printed` are printed too.
 */
export async function tryCurves({ app, seed, lives, printed }: CurveTrial): Promise<void> {
  const from = Math.ceil(app.clock.now() / minuteMs) * minuteMs
  const to = from + 14 * hourMs
  const all = await Promise.all(
    Array.from({ length: lives }, async (_, n): Promise<Living & { said: readonly Deed[] }> => {
      const random = randomFrom(seed + n)
      const cooler = await make.device(app, { kind: 'cooler', createdAt: from - 24 * hourMs })
      const deeds = livedBy(random, from, to)
      return { cooler, random, deeds, said: [...deeds], device: null, kept: [], ids: 0 }
    }),
  )
  for (let at = from; at <= to; at += minuteMs) {
    const busy = all.filter(({ deeds }) => (deeds[0]?.at ?? Number.POSITIVE_INFINITY) <= at)
    if (busy.length === 0) continue
    app.clock.advance(Math.max(0, at - app.clock.now()))
    await Promise.all(busy.map((living) => liveOn(app, living, at)))
  }
  app.clock.advance(Math.max(0, to + 2 * hourMs - app.clock.now()))
  for (const isSealed of [false, true]) {
    if (isSealed) {
      app.clock.advance(72 * hourMs)
      assert((await sealHistory(app.db, app.clock.now())) > 0)
    }
    // Sessions of before have ended meanwhile.
    const { token } = await make.account(app, { role: 'administrator' })
    for (const [n, { cooler, random, said }] of all.entries()) {
      const now = app.clock.now()
      const connection = await connectionOf(app, cooler, from - 24 * hourMs, now)
      const life = {
        said: said.flatMap((deed) => ('values' in deed ? [deed] : [])),
        ...connection,
      }
      const start = from + random.int(10 * 60) * minuteMs
      const spans = [
        { from: from - hourMs, to: from + 14 * hourMs },
        { from: start, to: start + (30 + random.int(240)) * minuteMs },
      ]
      for (const [index, span] of spans.entries()) {
        const isPrinted = index === 0 && !isSealed && n < printed
        await compareAll({ app, token }, { cooler, isPrinted }, { life, span, now })
      }
    }
  }
  for (const { device } of all) device?.vanish()
}
