import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { severities, type FaultRow, type Severity } from '@brigade/contract/fault/record.model.ts'
import { hourMs } from '@brigade/contract/time.ts'
import { causeIn } from '../testing/fault/cause-in.ts'
import { connectMade } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import type { MadeAccount } from '../testing/make-account.ts'
import { forkRole } from '../testing/process/fork-role.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

/**
 * The life of a record against a second implementation, written from faults.md alone: acts of people and reports of a
 * device in random order, with a clock that is days wrong, while the worker is killed.
 */

let app: TestApp
let admin: MadeAccount
let worker: Awaited<ReturnType<typeof ownWorker>>
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector'] })
  admin = await make.account(app, { role: 'administrator' })
  worker = await ownWorker()
})
after(async () => {
  await worker.kill()
  await app.stop()
})

/** A reproducible random generator. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Modelled = {
  open: boolean
  active: boolean
  handling: string
  occurrences: number
  records: number
  shelvedUntil: number
}

const acts = ['acknowledge', 'assign', 'eliminate', 'close', 'reopen', 'shelve', 'unshelve'] as const
type Happening = 'report' | 'end' | 'wait' | 'kill' | (typeof acts)[number]
const happenings: readonly Happening[] = ['report', 'report', 'end', 'end', 'wait', ...acts, 'acknowledge']
/** At this step the worker is killed, in the middle of a report that was acknowledged. */
const killAt = 12
const shelvedMs = hourMs

/** Minor records and notices close automatically once eliminated and acknowledged. */
function closeByItself(model: Modelled, severity: Severity): void {
  const { open, active, handling } = model
  if (severity !== 'critical' && severity !== 'major' && open && !active && handling !== 'new')
    Object.assign(model, { open: false, handling: 'closed' })
}

/** Applies a happening to the model; false when it is refused. */
function modelled(model: Modelled, happening: Happening, now: number): boolean {
  const { open, active, handling } = model
  switch (happening) {
    case 'wait':
    case 'kill':
      return true
    case 'report':
      if (open) model.occurrences += 1
      else {
        const records = model.records + 1
        Object.assign(model, { open: true, handling: 'new', occurrences: 1, records, shelvedUntil: 0 })
      }
      model.active = true
      return true
    case 'end':
      if (open) model.active = false
      return true
    case 'acknowledge':
      if (!open || handling !== 'new') return false
      model.handling = 'acknowledged'
      return true
    case 'assign':
      if (!open) return false
      model.handling = 'in-hand'
      return true
    case 'eliminate':
      if (!open || !active) return false
      model.active = false
      return true
    case 'close':
      if (!open || active) return false
      Object.assign(model, { open: false, handling: 'closed' })
      return true
    case 'reopen':
      if (open && active) return false
      Object.assign(model, { open: true, active: true, handling: open ? handling : 'new' })
      model.occurrences += 1
      return true
    case 'shelve':
      if (!open) return false
      model.shelvedUntil = now + shelvedMs
      return true
    case 'unshelve':
      if (model.shelvedUntil <= now) return false
      model.shelvedUntil = 0
      return true
  }
}

const folded = () =>
  until('all reports to be folded', async () => {
    const left = await app.db.selectFrom('faultChange').select('seq').execute()
    return left.length === 0
  })

/** Starts a separate worker, which can be killed and replaced by another. */
async function ownWorker() {
  let { child } = await forkRole(app, 'worker')
  const kill = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    kill,
    another: async () => {
      const other = await forkRole(app, 'worker')
      child = other.child
    },
  }
}

/** Each severity runs with two seeds. */
const lives = severities.map((severity, index) => [severity, index + 1] as const)
for (const [severity, seed] of lives)
  test(`a ${severity} record lives as the model says, whatever happens in whatever order, by any clock, whoever is killed`, async (t) => {
    const below = numbersFrom(seed)
    const { id: productId, productKey } = await make.product(app)
    const oven = await make.device(app, { productId, productKey })
    await describe(productId, severity)
    const link = await connectMade(app, oven)
    t.after(() => link.vanish())
    let posted = 0
    /** The times follow the device's own clock: up to six days behind, and twenty hours ahead. */
    const post = async (active: 0 | 1) => {
      posted += 1
      const time = app.clock.now() + (below(2) === 0 ? 0 : below(164 * hourMs) - 144 * hourMs)
      const params = { value: { Code: 'E04', Active: active }, time }
      await link.send('thing/event/Fault/post', { id: String(posted), version: '1.0', params })
      await link.receive('Fault/post_reply')
    }
    const model: Modelled = { open: false, active: false, handling: 'new', occurrences: 0, records: 0, shelvedUntil: 0 }
    const history: string[] = []
    for (let step = 0; step < 28; step += 1) {
      const happening = step === killAt ? 'kill' : (happenings[below(happenings.length)] ?? 'wait')
      // After more than ten seconds the order of arrival counts as the order of events, whatever the device's clock.
      app.clock.advance(11_000 + below(900_000))
      const newest = (await recordsOf(oven.id)).at(-1)
      const act = acts.find((one) => one === happening)
      if (act !== undefined && newest === undefined) continue
      history.push(happening)
      const now = app.clock.now()
      const expected = modelled(model, happening, now)
      if (happening === 'report') await post(1)
      else if (happening === 'end') await post(0)
      else if (happening === 'kill') {
        modelled(model, 'report', now)
        await post(1)
        await worker.kill()
        await worker.another()
      } else if (act !== undefined && newest !== undefined)
        assert.equal(await acted(act, newest), expected, history.join(' '))
      await folded()
      closeByItself(model, severity)
      assert.deepEqual(
        shownOf(await recordsOf(oven.id)),
        model.records === 0 ? undefined : expectedOf(model),
        history.join(' '),
      )
    }
    assert.ok(model.records > 0, history.join(' '))
  })

/** Records in the order of their creation: with a wrong clock the newest may have been raised in the past. */
async function recordsOf(deviceId: string): Promise<readonly FaultRow[]> {
  const query = { deviceId, pageSize: 80 as const }
  const { list } = (await app.ask(faultApi.page, query, { token: admin.token })).envelope.data
  const numberOf = ({ id }: FaultRow) => Number(BigInt(id) % 10_000_000_000_000n)
  return list.toSorted((a, b) => numberOf(a) - numberOf(b))
}

function shownOf(rows: readonly FaultRow[]) {
  const newest = rows.at(-1)
  if (newest === undefined) return undefined
  const { closedAt, condition, handling, occurrences, shelvedUntil } = newest
  const open = closedAt === null
  return {
    records: rows.length,
    open,
    active: condition === 'active',
    handling,
    occurrences,
    shelved: shelvedUntil !== null,
  }
}
const expectedOf = ({ shelvedUntil, ...model }: Modelled) => ({ ...model, shelved: shelvedUntil > app.clock.now() })

const describe = (productId: string, severity: Severity) =>
  app.db
    .insertInto('faultCode')
    .values({
      productId,
      identifier: 'Fault',
      code: 'E04',
      severity,
      category: 'fan',
      name: '风机故障',
      enName: 'Fan failed',
      imageFileId: null,
      endsWhen: null,
      updatedAt: new Date(app.clock.now()).toISOString(),
    })
    .execute()

async function acted(act: (typeof acts)[number], { id, updatedAt }: FaultRow): Promise<boolean> {
  const records = [{ id, updatedAt }]
  const as = { token: admin.token }
  const shelving = { records, reason: 'A part is ordered', until: new Date(app.clock.now() + shelvedMs).toISOString() }
  const send = {
    acknowledge: () => app.ask(faultApi.acknowledge, { records }, as),
    assign: () => app.ask(faultApi.assign, { records, accountId: admin.id }, as),
    eliminate: () => app.ask(faultApi.eliminate, { records, cause: 'Seen' }, as),
    close: async () =>
      app.ask(faultApi.close, { records, causeId: await causeIn(app), cause: 'Seen', action: 'Done' }, as),
    reopen: () => app.ask(faultApi.reopen, { records, reason: 'Again' }, as),
    shelve: () => app.ask(faultApi.shelve, shelving, as),
    unshelve: () => app.ask(faultApi.unshelve, { records }, as),
  }[act]
  const { status } = await send()
  assert.ok(status === 200 || status === 409, String(status))
  return status === 200
}
