import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { recordCalls } from '@brigade/contract/device/record/record.endpoints.ts'
import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { sql } from 'kysely'
import { make } from '../../testing/make.ts'
import type { MadeAccount } from '../../testing/make-account.ts'
import { startTestApp, type TestApp } from '../../testing/start-app.ts'

let app: TestApp
let oven: { id: string }
let faultId: string
let sellerId: string
let staff: Readonly<Record<'platform' | 'former' | 'present', MadeAccount>>

/** A change of channel and note, from before the transfer. */
async function noteBefore(at: string): Promise<void> {
  const channel = { field: 'channel' as const, from: 'Grill Fabrik', to: 'Grill Fabrik' }
  const note = { field: 'note' as const, from: '', to: 'Key is with Frieda' }
  await app.db
    .insertInto('deviceChange')
    .values({
      deviceId: oven.id,
      changedAt: at,
      action: 'updated',
      accountId: staff.platform.id,
      fields: JSON.stringify([channel, note]),
    })
    .execute()
  await app.db.updateTable('device').set({ note: 'Key is with Frieda' }).where('id', '=', oven.id).execute()
  await app.db
    .updateTable('device')
    .set({ channelType: 'agent', channelId: sellerId })
    .where('id', '=', oven.id)
    .execute()
}

/**
 * An oven of one kitchen that moves to another kitchen; the staff of the first had sent a command, written a note and
 * acted on a fault.
 */
before(async () => {
  app = await startTestApp({ roles: ['api'] })
  const seller = await make.organisation(app, { name: 'Nordgrill Handel', kind: 'agent' })
  const former = await make.organisation(app, { name: 'Grill Fabrik', parentId: seller.id })
  sellerId = seller.id
  const present = await make.organisation(app, { name: 'Grand Quay' })
  const named = async (organisationId: string | undefined, name: string) => {
    const made = await make.account(app, {
      role: 'administrator',
      ...(organisationId === undefined ? {} : { organisationId }),
    })
    await sql`update account set name = ${name} where id = ${made.id}::bigint`.execute(app.db)
    return made
  }
  staff = {
    platform: await named(undefined, 'Paula Platform'),
    former: await named(former.id, 'Frieda Former'),
    present: await named(present.id, 'Petra Present'),
  }
  oven = await make.device(app, { organisationId: former.id })
  const at = new Date(app.clock.now()).toISOString()
  await app.db
    .insertInto('command')
    .values(
      [staff.former, staff.platform].map(({ id: accountId }) => ({
        deviceId: oven.id,
        accountId,
        kind: 'property.get' as const,
        params: '{}',
        status: 'succeeded' as const,
        createdAt: at,
        deadlineAt: at,
      })),
    )
    .execute()
  const { rows } = await sql<{ id: string }>`
    insert into fault_open (id, month, type, device_id, device_kind, product_id, organisation_id, raised_organisation_id, identifier, code,
      severity, category, output, search, condition, handling, assignee_id, raised_at, last_at, updated_at)
    select next_fault_id(date_trunc('month', ${at}::timestamptz)::date), date_trunc('month', ${at}::timestamptz)::date, 'fault', s.device_id, s.kind,
      s.product_id, s.organisation_id, s.organisation_id, 'Fault', 'E1', 'major', 'fan', '{}', '', 'active', 'in-hand', ${staff.former.id}::bigint,
      ${at}, ${at}, ${at}
    from device_state s where s.device_id = ${oven.id}::bigint returning id::text as id`.execute(app.db)
  faultId = rows[0]?.id ?? ''
  for (const { id } of [staff.former, staff.platform])
    await sql`insert into fault_act (month, fault_id, at, act, account_id)
      select month, id, ${at}, 'acknowledge', ${id}::bigint from fault_open where id = ${faultId}::bigint`.execute(
      app.db,
    )
  const wrote = async (act: string, text: string, { id }: MadeAccount) =>
    sql`insert into fault_act (month, fault_id, at, act, account_id, text)
      select month, id, ${at}, ${act}, ${id}::bigint, ${text} from fault_open where id = ${faultId}::bigint`.execute(
      app.db,
    )
  for (const act of ['eliminate', 'close', 'visit', 'shelve', 'note'])
    await wrote(act, `Ask Frieda about ${act}`, staff.former)
  await wrote('note', 'Seen by Paula', staff.platform)
  await sql`update fault_open set cause = 'Frieda dropped a pan', action = 'Frieda bent it back', shelve_reason = 'Frieda is away',
    visit = ${JSON.stringify({ phone: '13800138000', plannedAt: at, parts: 'of Frieda' })}::jsonb where id = ${faultId}::bigint`.execute(
    app.db,
  )
  await noteBefore(at)
  const tag = await app.ask(
    recordCalls.oven.setTags,
    { id: oven.id, tags: [{ key: 'room', value: 'kitchen' }] },
    staff.former,
  )
  assert.equal(tag.status, 200, JSON.stringify(tag.envelope))
  const transfer = { ids: [oven.id], organisationId: present.id, notes: 'remove' as const }
  const moved = await app.ask(recordCalls.oven.transfer, transfer, staff.platform)
  assert.equal(moved.status, 200, JSON.stringify(moved.envelope))
})
after(() => app.stop())

const byCode = (a: string, b: string) => (a < b ? -1 : 1)
const namesRead = async (who: MadeAccount, language: 'en' | 'zh' = 'en') => {
  const as = { token: who.token, language }
  const changes = await app.ask(recordCalls.oven.changes, { id: oven.id }, as)
  const commands = await app.ask(commandCalls.oven.commands, { id: oven.id }, as)
  const fault = await app.ask(faultApi.detail, { id: faultId }, as)
  const text = JSON.stringify([changes.envelope, commands.envelope, fault.envelope])
  return {
    text,
    owners: changes.envelope.data.list.flatMap(({ fields }) => fields.filter(({ field }) => field === 'customer')),
    changedBy: changes.envelope.data.list.map(({ accountName }) => accountName),
    sentBy: commands.envelope.data.list.map(({ accountName }) => accountName).toSorted(byCode),
    actsBy: fault.envelope.data.acts.map(({ by }) => by ?? '').toSorted(byCode),
    assignee: fault.envelope.data.assignee,
    fault: fault.envelope.data,
    texts: fault.envelope.data.acts.map(({ text: words }) => words).filter((words) => words !== ''),
    channels: changes.envelope.data.list.flatMap(({ fields }) => fields.filter(({ field }) => field === 'channel')),
    note: (await app.ask(deviceCalls.oven.detail, { id: oven.id }, as)).envelope.data.note,
  }
}

test('of a former owner the new one reads "another organisation": in changes, commands and acts on faults; those above keep their names', async () => {
  for (const [language, other] of [
    ['en', 'Another organisation'],
    ['zh', '其他组织'],
  ] as const) {
    const read = await namesRead(staff.present, language)
    assert.ok(!read.text.includes('Frieda') && !read.text.includes('Grill Fabrik'), read.text)
    assert.deepEqual(read.owners, [{ field: 'customer', from: other, to: 'Grand Quay' }])
    assert.deepEqual(read.changedBy, ['Paula Platform', other, 'Paula Platform'])
    assert.deepEqual(read.sentBy, [other, 'Paula Platform'].toSorted(byCode))
    assert.deepEqual(
      read.actsBy,
      [...Array<string>(6).fill(other), 'Paula Platform', 'Paula Platform'].toSorted(byCode),
    )
    assert.deepEqual(
      [read.fault.cause, read.fault.action, read.fault.shelveReason, read.fault.visit],
      [other, other, other, null],
    )
    assert.deepEqual(read.texts, ['Seen by Paula'])
    assert.deepEqual(read.channels, [{ field: 'channel', from: other, to: other }])
    assert.equal(read.note, '')
    assert.deepEqual(read.assignee, { id: null, name: '' })
  }
})

test('a channel of the former owner’s line is "another organisation" on the device’s page and in its list too, and stays what it is', async () => {
  const shown = async (who: MadeAccount, language: 'en' | 'zh' = 'en') => {
    const as = { token: who.token, language }
    const { channel } = (await app.ask(deviceCalls.oven.detail, { id: oven.id }, as)).envelope.data
    const [row] = (await app.ask(deviceCalls.oven.list, {}, as)).envelope.data.list
    assert.deepEqual(row?.channel, channel)
    return channel
  }
  assert.deepEqual(await shown(staff.present), { id: sellerId, name: 'Another organisation' })
  assert.deepEqual(await shown(staff.present, 'zh'), { id: sellerId, name: '其他组织' })
  assert.deepEqual(await shown(staff.platform), { id: sellerId, name: 'Nordgrill Handel' })
})

test('who is above both owners reads the names of both', async () => {
  const read = await namesRead(staff.platform)
  assert.deepEqual(read.owners, [{ field: 'customer', from: 'Grill Fabrik', to: 'Grand Quay' }])
  assert.deepEqual(read.changedBy, ['Paula Platform', 'Frieda Former', 'Paula Platform'])
  assert.deepEqual(read.sentBy, ['Frieda Former', 'Paula Platform'])
  assert.deepEqual(read.assignee, { id: staff.former.id, name: 'Frieda Former' })
})

test('who is above both reads what the former owner wrote, and notes stay with a device where that was chosen', async () => {
  const read = await namesRead(staff.platform)
  assert.deepEqual([read.fault.cause, read.fault.visit?.parts], ['Frieda dropped a pan', 'of Frieda'])
  assert.ok(read.texts.includes('Ask Frieda about close'))
  assert.deepEqual(read.channels, [{ field: 'channel', from: 'Grill Fabrik', to: 'Grill Fabrik' }])
  assert.ok(read.text.includes('Key is with Frieda'), 'the log keeps the removed note for those above')
  const other = await make.device(app, { organisationId: staff.former.organisationId })
  await app.db.updateTable('device').set({ note: 'Left of the door' }).where('id', '=', other.id).execute()
  const keeping = { ids: [other.id], organisationId: staff.present.organisationId, notes: 'keep' as const }
  assert.equal((await app.ask(recordCalls.oven.transfer, keeping, staff.platform)).status, 200)
  const { note } = (await app.ask(deviceCalls.oven.detail, { id: other.id }, staff.present)).envelope.data
  assert.equal(note, 'Left of the door')
})
