import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import type { FaultRow } from '@brigade/contract/fault/record.model.ts'
import { connectMade } from '../testing/linked-device.ts'
import { make } from '../testing/make.ts'
import type { MadeAccount } from '../testing/make-account.ts'
import { startTestApp, type TestApp } from '../testing/start-app.ts'
import { until } from '../testing/until.ts'

/** The life of a record against a model that is written a second time, from the words of faults.md alone. */

let app: TestApp
let admin: MadeAccount
before(async () => {
  app = await startTestApp({ roles: ['api', 'connector', 'worker'] })
  admin = await make.account(app, { role: 'administrator' })
})
after(() => app.stop())

/** Numbers that look random and are the same each time. */
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
  closedAt: number
}

const acts = ['acknowledge', 'assign', 'eliminate', 'close', 'reopen'] as const
type Happening = 'report' | 'end' | 'wait' | (typeof acts)[number]
const happenings: readonly Happening[] = ['report', 'report', 'end', 'end', 'wait', ...acts, 'acknowledge']

/** What a happening makes of the model; false where it is refused. */
function modelled(model: Modelled, happening: Happening, now: number): boolean {
  const { open, active, handling } = model
  switch (happening) {
    case 'wait':
      return true
    case 'report':
      if (open) model.occurrences += 1
      else Object.assign(model, { open: true, handling: 'new', occurrences: 1, records: model.records + 1 })
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
      Object.assign(model, { open: false, handling: 'closed', closedAt: now })
      return true
    case 'reopen':
      if (open && active) return false
      Object.assign(model, {
        open: true,
        active: true,
        handling: open ? handling : 'new',
        occurrences: model.occurrences + 1,
      })
      return true
  }
}

for (const seed of [1, 2, 3])
  test(`a record lives as the model says, whatever happens in whatever order (${seed})`, async (t) => {
    const below = numbersFrom(seed)
    const oven = await make.device(app)
    const link = await connectMade(app, oven)
    t.after(() => link.vanish())
    let posted = 0
    const post = async (active: 0 | 1) => {
      posted += 1
      const params = { Code: 'E04', Active: active }
      await link.say('thing/event/Fault/post', { id: String(posted), version: '1.0', params })
      await link.hear('Fault/post_reply')
      await until('it to be folded', async () => {
        const left = await app.db.selectFrom('faultChange').select('seq').execute()
        return left.length === 0
      })
    }
    const rows = async (): Promise<readonly FaultRow[]> =>
      (await app.ask(faultApi.page, { deviceId: oven.id, pageSize: 80 }, { token: admin.token })).envelope.data.list
    const model: Modelled = { open: false, active: false, handling: 'new', occurrences: 0, records: 0, closedAt: 0 }
    const told: string[] = []
    for (let step = 0; step < 40; step += 1) {
      const happening = happenings[below(happenings.length)] ?? 'wait'
      // The device's own clock moves on between any two reports.
      app.clock.advance(1000 + below(600_000))
      const [newest] = await rows()
      const isAct = happening !== 'report' && happening !== 'end' && happening !== 'wait'
      if (isAct && newest === undefined) continue
      told.push(happening)
      const expected = modelled(model, happening, app.clock.now())
      if (happening === 'report') await post(1)
      else if (happening === 'end') await post(0)
      else if (isAct && newest !== undefined) assert.equal(await acted(happening, newest), expected, told.join(' '))
      const now = await rows()
      const shown = now[0]
      assert.equal(now.length, model.records, told.join(' '))
      if (shown !== undefined)
        assert.deepEqual(
          [shown.closedAt === null, shown.condition === 'active', shown.handling, shown.occurrences],
          [model.open, model.active, model.handling, model.occurrences],
          told.join(' '),
        )
    }
  })

async function acted(act: (typeof acts)[number], { id, updatedAt }: FaultRow): Promise<boolean> {
  const records = [{ id, updatedAt }]
  const as = { token: admin.token }
  const send = {
    acknowledge: () => app.ask(faultApi.acknowledge, { records }, as),
    assign: () => app.ask(faultApi.assign, { records, accountId: admin.id }, as),
    eliminate: () => app.ask(faultApi.eliminate, { records, cause: 'Seen' }, as),
    close: () => app.ask(faultApi.close, { records, cause: 'Seen', action: 'Done' }, as),
    reopen: () => app.ask(faultApi.reopen, { records, reason: 'Again' }, as),
  }[act]
  const { status } = await send()
  assert.ok(status === 200 || status === 409, String(status))
  return status === 200
}
