import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { TaskReach } from '@brigade/contract/firmware/reach.model.ts'
import { upgradeReasonWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { z } from 'zod'
import { make } from '../testing/make.ts'
import { readTable } from '../platform/excel/read-table.ts'
import { bareBook, book, sheetName, zip } from '../testing/malformed/hand-made-book.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { addVersion, draftOf, startRollout, type Rollout } from '../testing/firmware/rollout.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'] })
})
after(() => app.stop())

type Wish = Parameters<typeof make.device>[1]
async function deviceWith(rollout: Rollout, version: string | null, wanted: Wish = {}) {
  const device = await make.device(app, { productId: rollout.productId, productKey: rollout.productKey, ...wanted })
  if (version !== null) {
    const row = {
      deviceId: device.id,
      module: 'default',
      version,
      reportedAt: new Date(app.clock.now()).toISOString(),
    }
    await app.db.insertInto('deviceModule').values(row).execute()
  }
  return device
}
const online = (id: string, workState: number | null = null) =>
  app.db.updateTable('deviceState').set({ online: true, workState }).where('deviceId', '=', id).execute()

async function dryRun(
  { engineer, modelId }: Rollout,
  versionIds: string[],
  wanted: Partial<z.input<typeof TaskReach>>,
) {
  const draft = JSON.stringify({ type: 'version', modelId, versionIds, sources: ['1.0.0'], ...wanted })
  const { status, envelope } = await app.ask(upgradeTaskApi.extractDevices, { draft, pageSize: 80 }, engineer)
  assert.equal(status, 200, envelope.msg)
  const verdicts = new Map(
    envelope.data.list.map(({ device, verdict, reason }) => [device.id, [verdict, reason].filter(Boolean).join(' ')]),
  )
  return { ...envelope.data, verdicts }
}

test('before any device is affected each has its verdict, and every one that is left out its reason', async () => {
  const rollout = await startRollout(app, { hardwareModel: 'HW-A' })
  const target = await addVersion(rollout, '01.02.00')
  const made = {
    reached: await deviceWith(rollout, '1.0.0'),
    'later offline': await deviceWith(rollout, 'V1.0.0'),
    'later busy': await deviceWith(rollout, '01.00.00'),
    'not target-there': await deviceWith(rollout, '1.2.0'),
    'not other-version': await deviceWith(rollout, '0.9.0'),
    'not version-unknown': await deviceWith(rollout, null),
    'not device-disabled': await deviceWith(rollout, '1.0.0'),
    'not not-installed': await deviceWith(rollout, '1.0.0', { installed: false }),
    'not other-hardware': await deviceWith(rollout, '1.0.0'),
  }
  await online(made.reached.id, 0)
  await online(made['later busy'].id, 2)
  await app.db
    .updateTable('deviceState')
    .set({ enabled: false })
    .where('deviceId', '=', made['not device-disabled'].id)
    .execute()
  const tag = {
    deviceId: made['not other-hardware'].id,
    key: 'hardwareModel',
    value: 'HW-B',
    updatedAt: new Date().toISOString(),
  }
  await app.db.insertInto('deviceTag').values(tag).execute()
  const run = await dryRun(rollout, [target.id], {})
  assert.deepEqual(
    Object.fromEntries(Object.entries(made).map(([expected, { id }]) => [expected, run.verdicts.get(id)])),
    Object.fromEntries(Object.keys(made).map((expected) => [expected, expected])),
  )
  assert.deepEqual([run.reached, run.later, run.not, run.total], [1, 2, 6, 9])
  assert.equal(
    run.reasons.reduce((sum, { count }) => sum + count, 0),
    9,
  )
  assert.ok((run.estimateMinutes ?? 0) > 0)
})

test('a higher version is left out and counted until downgrading is ticked; an unknown one is reached by device with a tick', async () => {
  const rollout = await startRollout(app)
  const target = await addVersion(rollout, '01.02.00')
  const [higher, unknown] = [await deviceWith(rollout, '2.0.0'), await deviceWith(rollout, null)]
  const reach = { type: 'device' as const, sources: [], deviceIds: [higher.id, unknown.id] }
  const without = await dryRun(rollout, [target.id], reach)
  assert.deepEqual(
    [without.verdicts.get(higher.id), without.verdicts.get(unknown.id)],
    ['not version-higher', 'not version-unknown'],
  )
  assert.deepEqual([without.relations.higher, without.relations.unknown], [1, 1])
  const ticked = await dryRun(rollout, [target.id], { ...reach, plan: { allowDowngrade: true, allowUnknown: true } })
  assert.deepEqual(
    [ticked.verdicts.get(higher.id), ticked.verdicts.get(unknown.id)],
    ['later offline', 'later offline'],
  )
  const refused = await app.ask(
    upgradeTaskApi.addTask,
    { ...draftOf(rollout, [target.id], { deviceIds: [higher.id] }), submit: true },
    rollout.engineer,
  )
  assert.deepEqual([refused.status, /1 device/.test(refused.envelope.msg)], [409, true])
})

test('a task that reaches no device is refused with the reason of each, and how many have it', async () => {
  const rollout = await startRollout(app)
  const target = await addVersion(rollout, '01.02.00')
  const [one, two, gone] = [
    await deviceWith(rollout, '01.02.00'),
    await deviceWith(rollout, '01.02.00'),
    await deviceWith(rollout, '01.00.00'),
  ]
  await app.db.updateTable('deviceState').set({ enabled: false }).where('deviceId', '=', gone.id).execute()
  const draft = { ...draftOf(rollout, [target.id], { deviceIds: [one.id, two.id, gone.id] }), submit: true }
  const say = async (language: string) => {
    const { status, envelope } = await app.ask(upgradeTaskApi.addTask, draft, { ...rollout.engineer, language })
    assert.equal(status, 409)
    return envelope.msg
  }
  assert.equal(
    await say('en'),
    `The task reaches no device: left out 2 × ${upgradeReasonWords['target-there'].en}; 1 × ${upgradeReasonWords['device-disabled'].en}`,
  )
  assert.equal(
    await say('zh'),
    `没有可升级的设备：排除 2 台（${upgradeReasonWords['target-there'].zh}）、1 台（${upgradeReasonWords['device-disabled'].zh}）`,
  )
})

test('a device that names its modules, and not this one, is left out as without it; of one that named none it is unknown', async () => {
  const rollout = await startRollout(app, { type: 'double', module: 'DTU' })
  const [main, dtu] = [await addVersion(rollout, '01.02.00'), await addVersion(rollout, '02.01.00', { module: 'DTU' })]
  const [without, silent, whole] = [
    await deviceWith(rollout, '1.0.0'),
    await deviceWith(rollout, null),
    await deviceWith(rollout, '1.0.0'),
  ]
  const row = { deviceId: whole.id, module: 'DTU', version: '2.0.0', reportedAt: new Date().toISOString() }
  await app.db.insertInto('deviceModule').values(row).execute()
  const reach = { type: 'device' as const, sources: [], deviceIds: [without.id, silent.id, whole.id] }
  const run = await dryRun(rollout, [main.id, dtu.id], { ...reach, plan: { allowUnknown: true } })
  const reasons = run.list.map(({ device, module, reason }) => [device.id, module, reason])
  const of = ({ id }: { id: string }) => reasons.filter(([deviceId]) => deviceId === id).map(([, ...rest]) => rest)
  assert.deepEqual(of(without), [
    ['DTU', 'no-such-module'],
    ['default', 'offline'],
  ])
  for (const reached of [silent, whole])
    assert.deepEqual(of(reached), [
      ['DTU', 'offline'],
      ['default', 'offline'],
    ])
})

test('conditions leave devices out by number and value, and incomplete ones are refused at their field', async () => {
  const rollout = await startRollout(app)
  const target = await addVersion(rollout, '01.02.00')
  const [north, south] = [await deviceWith(rollout, '1.0.0'), await deviceWith(rollout, '1.0.0')]
  for (const [device, value] of [
    [north, 'pilot'],
    [south, 'rest'],
  ] as const) {
    const tag = { deviceId: device.id, key: 'ring', value, updatedAt: new Date().toISOString() }
    await app.db.insertInto('deviceTag').values(tag).execute()
  }
  const conditions = [
    { kind: 'product' as const, productIds: [rollout.productId] },
    { kind: 'tag' as const, key: 'ring', op: '=' as const, value: 'pilot' },
  ]
  const run = await dryRun(rollout, [target.id], { conditions })
  assert.equal(run.verdicts.get(north.id), 'later offline')
  const out = run.list.find(({ device }) => device.id === south.id)
  assert.deepEqual([out?.reason, out?.condition, out?.value], ['condition', 2, 'rest'])
  const draft = draftOf(rollout, [target.id], { deviceIds: [north.id] })
  const incomplete = [{ kind: 'property' as const, identifier: 'Rssi', op: '≥' as const, value: '' }]
  const refused = await app.ask(upgradeTaskApi.addTask, { ...draft, conditions: incomplete }, rollout.engineer)
  assert.deepEqual([refused.status, Object.keys(refused.envelope.data.fields ?? {})], [422, ['conditions.0.value']])
})

const Listed = z.object({
  data: z.object({
    listId: z.string(),
    found: z.number(),
    unknown: z.number(),
    repeated: z.number(),
    unreadable: z.number(),
    bad: z.array(z.object({ row: z.number(), sn: z.string(), why: z.string() })),
  }),
})
async function readList({ engineer }: Rollout, text: string | Uint8Array<ArrayBuffer>, name = 'list.csv') {
  const form = new FormData()
  form.append('file', new Blob([text]), name)
  const response = await fetch(app.url + firmwareDeviceApi.readList.path, {
    method: 'POST',
    headers: { authorization: engineer.token },
    body: form,
  })
  return Listed.parse(await response.json()).data
}

test('a list reports every row that it leaves out with its reason, and reaches exactly the devices that it found', async () => {
  const rollout = await startRollout(app)
  const target = await addVersion(rollout, '01.02.00')
  const [first, second] = [await deviceWith(rollout, '1.0.0'), await deviceWith(rollout, '1.0.0')]
  await deviceWith(rollout, '1.0.0')
  const long = 'X'.repeat(80)
  const list = await readList(rollout, ['SN', first.sn, 'NOBODY', second.sn, first.sn, long].join('\n'))
  assert.deepEqual([list.found, list.unknown, list.repeated, list.unreadable], [2, 1, 1, 1])
  assert.deepEqual(
    list.bad.map(({ row, why }) => [row, why]),
    [
      [3, 'unknown'],
      [5, 'repeated'],
      [6, 'too-long'],
    ],
  )
  const run = await dryRun(rollout, [target.id], { type: 'device', sources: [], listId: list.listId })
  assert.deepEqual([...run.verdicts.keys()].toSorted(), [first.id, second.id].toSorted())
  // Without a head the first column is read.
  assert.equal((await readList(rollout, `${first.sn}\n${second.sn}\n`)).found, 2)
  const stranger = await make.account(app, { role: 'firmware-engineer' })
  assert.equal((await app.ask(firmwareDeviceApi.badRows, { listId: list.listId }, stranger)).status, 404)
})

test('a list that is no table, is empty or has over 100,000 rows is refused with its reason, and leaves nothing behind', async () => {
  const { engineer } = await startRollout(app)
  const countLists = async () => (await app.db.selectFrom('upgradeList').select('id').execute()).length
  const before = await countLists()
  const given: Readonly<Record<string, readonly [string, Uint8Array]>> = {
    'noise that calls itself a workbook': ['list.xlsx', randomBytes(5000)],
    'the head of a workbook, and nothing behind it': ['list.xlsx', Buffer.from('PK\u0003\u0004')],
    'an empty file': ['list.csv', Buffer.from('')],
    'a head alone': ['list.csv', Buffer.from('SN\n')],
    'a row too many': ['list.csv', Buffer.from(`SN\n${'X\n'.repeat(100_001)}`)],
    'a row too many without a head': ['list.csv', Buffer.from('X\n'.repeat(100_001))],
    'text with a zero character': ['list.csv', Buffer.from('SN\nX\0\n')],
    'a workbook that unfolds without end': [
      'list.xlsx',
      zip([...bareBook, { name: sheetName, data: Buffer.alloc(100_000_000, ' ') }]),
    ],
    'a megabyte in one cell': ['list.csv', Buffer.from(`SN\n${'X'.repeat(1_000_000)}\n`)],
    'more than 20 MB': ['list.csv', Buffer.alloc(20_971_521, 'X\n')],
  }
  for (const [what, [name, bytes]] of Object.entries(given)) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), name)
    const response = await fetch(app.url + firmwareDeviceApi.readList.path, {
      method: 'POST',
      headers: { authorization: engineer.token },
      body: form,
    })
    const { msg } = z.object({ msg: z.string() }).parse(await response.json())
    assert.ok(response.status >= 400 && response.status < 500 && msg !== '', `${what}: ${response.status} ${msg}`)
  }
  assert.equal(await countLists(), before)
})

test('a list of 100,000 rows reports each bad one, in order and as a file; two people read their lists at once', async () => {
  const rollout = await startRollout(app)
  const [first, second] = [await deviceWith(rollout, '1.0.0'), await deviceWith(rollout, '1.0.0')]
  const bad = Array.from({ length: 99_996 }, (_, number) => `NOBODY${number}`)
  // Good ones after the head and in the middle; a repetition and one that is too long at the end.
  const rows = ['SN', first.sn, ...bad.slice(0, 50_000), second.sn, ...bad.slice(50_000), first.sn, 'X'.repeat(80)]
  const other = { ...rollout, engineer: await make.account(app, { role: 'firmware-engineer' }) }
  const [list, small] = await Promise.all([readList(rollout, rows.join('\r\n')), readList(other, `SN\n${second.sn}`)])
  assert.deepEqual([list.found, list.unknown, list.repeated, list.unreadable], [2, 99_996, 1, 1])
  assert.deepEqual([list.bad[0]?.row, list.bad[1]?.row], [3, 4])
  assert.deepEqual([small.found, small.bad], [1, []])
  const file = await fetch(addressOf(app.url, firmwareDeviceApi.badRows, { listId: list.listId }), {
    headers: { authorization: rollout.engineer.token },
  })
  const table = readTable(Buffer.from(await file.arrayBuffer()), { maxBytes: 20_971_520, maxRows: 100_001 })
  const read = []
  for await (const { cells } of table) read.push(cells)
  assert.equal(read.length, 99_999)
  assert.deepEqual(
    [read[1]?.slice(0, 2), read.at(-2)?.slice(0, 2), read.at(-1)?.[1]],
    [['NOBODY0', 3], [first.sn, 100_000], 100_001],
  )
})

test('a formula in a list counts by its kept value, and one that is written as text is an unknown serial number', async () => {
  const rollout = await startRollout(app)
  const { sn } = await deviceWith(rollout, '1.0.0')
  const cell = (at: number, content: string) => `<row r="${at}"><c r="A${at}" ${content}</c></row>`
  const sheetRows = [
    cell(1, 't="inlineStr"><is><t>SN</t></is>'),
    cell(2, `t="str"><f>HYPERLINK("http://x.example","y")</f><v>${sn}</v>`),
    cell(3, `t="inlineStr"><is><t>=cmd|'/c calc'!A1</t></is>`),
    cell(4, 't="e"><f>1/0</f><v>#DIV/0!</v>'),
  ]
  const list = await readList(rollout, new Uint8Array(book(sheetRows.join(''))), 'list.xlsx')
  assert.deepEqual([list.found, list.unknown + list.unreadable], [1, 2])
  assert.deepEqual(list.bad[0], { row: 3, sn: "=cmd|'/c calc'!A1", why: 'unknown' })
})

test('others than the platform’s staff read about their devices alone, and change nothing', async () => {
  const rollout = await startRollout(app)
  const target = await addVersion(rollout, '01.02.00')
  const customer = await make.organisation(app)
  const own = await deviceWith(rollout, '1.0.0', { organisationId: customer.id })
  const foreign = await deviceWith(rollout, '1.0.0')
  const draft = { ...draftOf(rollout, [target.id], { deviceIds: [own.id, foreign.id] }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
  const operationCodes = ['firmware-task:view', 'firmware-task:create', 'firmware-version:view']
  const reader = await make.account(app, { organisationId: customer.id, operationCodes })
  const devices = await app.ask(upgradeTaskApi.taskDevices, { id }, reader)
  assert.deepEqual(
    devices.envelope.data.list.map(({ device }) => device.id),
    [own.id],
  )
  const task = (await app.ask(upgradeTaskApi.task, { id }, reader)).envelope.data
  assert.deepEqual([task.total, task.creator, task.deviceIds], [1, null, []])
  assert.equal((await app.ask(firmwareDeviceApi.device, { deviceId: foreign.id }, reader)).status, 404)
  assert.equal((await app.ask(upgradeTaskApi.addTask, draft, reader)).status, 403)
  const other = await make.organisation(app)
  const stranger = await make.account(app, { organisationId: other.id, operationCodes })
  assert.equal((await app.ask(upgradeTaskApi.task, { id }, stranger)).status, 404)
})

test('the second of two people who edit one task from the same version is refused with that reason, and nothing is lost', async () => {
  const rollout = await startRollout(app)
  const target = await addVersion(rollout, '01.02.00')
  const device = await deviceWith(rollout, '1.0.0')
  const draft = draftOf(rollout, [target.id], { deviceIds: [device.id] })
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
  const { updatedAt } = (await app.ask(upgradeTaskApi.task, { id }, rollout.engineer)).envelope.data
  const edits = await Promise.all(
    ['One', 'Two', 'Three'].map((name) =>
      app.ask(upgradeTaskApi.updateTask, { ...draft, name, id, updatedAt }, rollout.engineer),
    ),
  )
  assert.deepEqual(
    edits.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
})

test('a dry run shows and counts the devices of the caller’s own organisations alone', async () => {
  const rollout = await startRollout(app)
  const target = await addVersion(rollout, '01.02.00')
  const { id: organisationId } = await make.organisation(app, { kind: 'customer' })
  const own = await deviceWith(rollout, '1.0.0', { organisationId })
  await deviceWith(rollout, '1.0.0')
  const reader = await make.account(app, { operationCodes: ['firmware-task:view'], organisationId })
  const draft = JSON.stringify({
    type: 'version',
    modelId: rollout.modelId,
    versionIds: [target.id],
    sources: ['1.0.0'],
  })
  const { status, envelope } = await app.ask(upgradeTaskApi.extractDevices, { draft }, { token: reader.token })
  assert.equal(status, 200, envelope.msg)
  const { list, total, reached, later } = envelope.data
  assert.deepEqual([list.map(({ device }) => device.id), total, reached + later], [[own.id], 1, 1])
})
