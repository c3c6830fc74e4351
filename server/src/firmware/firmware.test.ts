import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { firmwareApi, firmwareDeviceApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { localFiles } from '../platform/files/local-files.ts'
import { make } from '../testing/make.ts'
import { testPassword } from '../testing/make-account.ts'
import { addressOf, startTestApp, type TestApp } from '../testing/start-app.ts'
import { addVersion, approve, draftOf, startRollout, taskOf, uploadFirmware } from '../testing/firmware/rollout.ts'
import { until } from '../testing/until.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ roles: ['api'], settings: { FIRMWARE_MB: '8' } })
})
after(() => app.stop())

test('firmware of megabytes is streamed to the store and answered with size, MD5 and SHA-256; no file call returns it', async () => {
  const { engineer } = await startRollout(app)
  const bytes = randomBytes(6_000_000)
  const { status, data } = await uploadFirmware(app, engineer, bytes)
  const digest = (of: string) => createHash(of).update(bytes).digest('hex')
  assert.equal(status, 200)
  assert.deepEqual(data?.file, { name: 'oven.bin', bytes: 6_000_000, md5: digest('md5'), sha256: digest('sha256') })
  const read = await fetch(addressOf(app.url, fileApi.read, { id: data?.id ?? '' }), {
    headers: { authorization: engineer.token },
  })
  assert.equal(read.status, 404)
})

test('figures show the platform’s staff, and nobody else, whether devices fetch files unencrypted, or from an address with a port', async () => {
  const { engineer } = await startRollout(app)
  const deliveryOf = async (who: { token: string }) =>
    (await app.ask(firmwareApi.figures, {}, who)).envelope.data.delivery
  const { isEncrypted, hasPort } = (await deliveryOf(engineer)) ?? {}
  assert.deepEqual([isEncrypted, hasPort], [false, true])
  const customer = await make.organisation(app)
  const reader = { organisationId: customer.id, operationCodes: ['firmware-version:view'] }
  assert.equal(await deliveryOf(await make.account(app, reader)), null)
})

test('firmware has one of nine endings, in small letters or capitals', async () => {
  const { engineer } = await startRollout(app)
  for (const ending of ['bin', 'dav', 'tar', 'gz', 'zip', 'gzip', 'apk', 'xz', 'pack', 'BIN'])
    assert.equal((await uploadFirmware(app, engineer, randomBytes(10), `oven.${ending}`)).status, 200, ending)
})

test('firmware of a wrong ending, over FIRMWARE_MB, or by somebody who may not, is refused and leaves no file', async () => {
  const { engineer } = await startRollout(app)
  const customer = await make.organisation(app)
  const stranger = await make.account(app, { operationCodes: ['firmware-version:create'], organisationId: customer.id })
  const support = await make.account(app, { role: 'support' })
  const filesBefore = await app.db.selectFrom('file').select('id').execute()
  assert.equal((await uploadFirmware(app, engineer, randomBytes(10), 'oven.exe')).status, 422)
  assert.equal((await uploadFirmware(app, engineer, randomBytes(9_000_000))).status, 413)
  assert.equal((await uploadFirmware(app, stranger, randomBytes(10))).status, 403)
  assert.equal((await uploadFirmware(app, support, randomBytes(5_000_000))).status, 403)
  assert.equal((await app.db.selectFrom('file').select('id').execute()).length, filesBefore.length)
})

/** The beginning of a form with a firmware file of any length. */
const formStart = (name = 'oven.bin', kind = 'firmware') =>
  `--b\r\nContent-Disposition: form-data; name="kind"\r\n\r\n${kind}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
const formEnd = '\r\n--b--\r\n'
const keptFiles = async () => {
  const ids: string[] = []
  for await (const { id } of localFiles(`${app.settings.dataDir}/files`).list()) ids.push(id)
  return [ids.toSorted(), (await app.db.selectFrom('file').select('id').orderBy('id').execute()).map(({ id }) => id)]
}

test('a form that is no firmware file is refused and leaves nothing, and a name is words alone', async () => {
  const { engineer } = await startRollout(app)
  const before = await keptFiles()
  const post = async (body: Buffer) => {
    const headers = { authorization: engineer.token, 'content-type': 'multipart/form-data; boundary=b' }
    const response = await fetch(app.url + fileApi.upload.path, { method: 'POST', headers, body: new Uint8Array(body) })
    return { status: response.status, text: await response.text() }
  }
  const long = randomBytes(5_000_000)
  const file = (name: string, bytes: Buffer = long, after = formEnd) =>
    Buffer.concat([Buffer.from(formStart(name)), bytes, Buffer.from(after)])
  const second = `\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="b.bin"\r\n\r\nx`
  const kindLast = Buffer.from(formStart().replace(/^[\s\S]+?firmware\r\n/, ''))
  for (const [what, body] of Object.entries({
    'no bytes': file('oven.bin', Buffer.alloc(0)),
    'no name': file(''),
    'an ending alone in a folder': file('bin/'),
    'an ending behind a zero character': file('oven.exe\0.pdf'),
    'a small file beside another': file('oven.bin', Buffer.from('x'), second + formEnd),
    'a large file whose form breaks off': file('oven.bin', long, ''),
    'a large file before it is said what it is': Buffer.concat([kindLast, long, Buffer.from(formEnd)]),
    'an unknown kind': Buffer.from(`${formStart('oven.bin', 'bootloader')}x${formEnd}`),
  })) {
    const { status, text } = await post(body)
    assert.ok(status >= 400 && status < 500, `${what}: ${status} ${text.slice(0, 200)}`)
  }
  assert.deepEqual(await keptFiles(), before)
  const named = await post(file('..\\..\\etc/inv\u202e\0oven.bin'))
  assert.deepEqual([named.status, named.text.includes('"name":"invoven.bin"')], [200, true], named.text)
})

test('uploads of firmware that stall or break off delay no other and leave nothing; two at once each get their own digests', async () => {
  const { engineer } = await startRollout(app)
  const before = await keptFiles()
  const port = Number(new URL(app.url).port)
  const stalled = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = net.connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(
        `POST ${fileApi.upload.path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${engineer.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 7000000\r\n\r\n`,
      )
      socket.write(Buffer.concat([Buffer.from(formStart()), randomBytes(5_000_000)]))
      return socket
    }),
  )
  const begun = () => app.db.selectFrom('file').select('id').where('bytes', '=', '0').execute()
  await until('all of them to be stored in part', async () => (await begun()).length === stalled.length)
  const whole = [randomBytes(2_000_000), randomBytes(2_000_001)]
  const answers = await Promise.all(whole.map((bytes) => uploadFirmware(app, engineer, bytes)))
  assert.deepEqual(
    answers.map(({ data }) => data?.file?.sha256),
    whole.map((bytes) => createHash('sha256').update(bytes).digest('hex')),
  )
  // One that is not complete is not a file of a version.
  const [unfinished] = await begun()
  const { modelId } = await startRollout(app)
  const draft = { modelId, number: '01.00.00', fileId: unfinished?.id ?? '' }
  assert.equal((await app.ask(firmwareApi.addVersion, draft, engineer)).status, 422)
  for (const socket of stalled) socket.destroy()
  const mine = answers.map(({ data }) => data?.id ?? '')
  await until('nothing to be left of them', async () =>
    (await keptFiles()).every((ids, at) => ids.length === (before[at]?.length ?? 0) + mine.length),
  )
})

test('a second firmware of a model is refused in the words of the specification; Replace archives the first, which can be restored', async () => {
  const rollout = await startRollout(app)
  const { engineer, modelId } = rollout
  const first = await addVersion(rollout, '01.00.00')
  const { data } = await uploadFirmware(app, engineer, randomBytes(100))
  const draft = { modelId, module: 'default', number: '01.01.00', fileId: data?.id ?? '' }
  const refused = await app.ask(firmwareApi.addVersion, draft, engineer)
  assert.deepEqual([refused.status, refused.envelope.msg], [409, 'This model already has firmware, delete it first'])
  const zh = await app.ask(firmwareApi.addVersion, draft, { ...engineer, language: 'zh' })
  assert.equal(zh.envelope.msg, '该型号已存在固件，请先删除')
  const second = (await app.ask(firmwareApi.addVersion, { ...draft, replace: true }, engineer)).envelope.data.id
  const current = async () =>
    (await app.ask(firmwareApi.versions, { modelId }, engineer)).envelope.data.list.map(({ id }) => id)
  const archived = async () =>
    (await app.ask(firmwareApi.history, { modelId }, engineer)).envelope.data.list.map(({ id }) => id)
  assert.deepEqual([await current(), await archived()], [[second], [first.id]])
  const { updatedAt } = (await app.ask(firmwareApi.version, { id: first.id }, engineer)).envelope.data
  const restore = { id: first.id, updatedAt }
  assert.equal((await app.ask(firmwareApi.restoreVersion, restore, engineer)).status, 409)
  assert.equal((await app.ask(firmwareApi.restoreVersion, { ...restore, replace: true }, engineer)).status, 200)
  assert.deepEqual([await current(), await archived()], [[first.id], [second]])
  const again = await app.ask(firmwareApi.addVersion, { ...draft, replace: true }, engineer)
  assert.deepEqual([again.status, Object.keys(again.envelope.data.fields ?? {})], [409, ['number']])
})

test('of several that add a version at once, one is the current one', async () => {
  const rollout = await startRollout(app)
  const { engineer, modelId } = rollout
  const files = await Promise.all([1, 2, 3].map(() => uploadFirmware(app, engineer, randomBytes(50))))
  const answers = await Promise.all(
    files.map(({ data }, at) =>
      app.ask(firmwareApi.addVersion, { modelId, number: `01.00.0${at}`, fileId: data?.id ?? '' }, engineer),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
})

test('the version format is 00.00.00, a file is required, and a model with versions keeps type and hardware and cannot be deleted', async () => {
  const rollout = await startRollout(app)
  const { engineer, modelId, productId } = rollout
  const fieldsOf = async (number: string, fileId: string) => {
    const { status, envelope } = await app.ask(firmwareApi.addVersion, { modelId, number, fileId }, engineer)
    return [status, Object.keys(envelope.data.fields ?? {})]
  }
  assert.deepEqual(await fieldsOf('1.2.3', 'a'.repeat(32)), [422, ['number']])
  assert.deepEqual(await fieldsOf('01.02.03', ''), [422, ['fileId']])
  assert.deepEqual(await fieldsOf('01.02.03', 'a'.repeat(32)), [422, ['fileId']])
  await addVersion(rollout, '01.00.00')
  const { list } = (await app.ask(firmwareApi.models, {}, engineer)).envelope.data
  const model = list.find(({ id }) => id === modelId)
  const change = {
    name: 'Model',
    code: model?.code ?? '',
    productIds: [productId],
    id: modelId,
    updatedAt: model?.updatedAt ?? '',
  }
  const fixed = await app.ask(firmwareApi.updateModel, { ...change, type: 'double', module: 'DTU' }, engineer)
  assert.deepEqual([fixed.status, Object.keys(fixed.envelope.data.fields ?? {})], [409, ['type']])
  assert.equal((await app.ask(firmwareApi.updateModel, { ...change, type: 'single' }, engineer)).status, 200)
  assert.equal((await app.ask(firmwareApi.removeModel, { id: modelId }, engineer)).status, 409)
})

test('names of a model and aliases have 16 full-width or 48 half-width characters', async () => {
  const { engineer } = await startRollout(app)
  const tried = async (name: string, code: string) => {
    const { id: productId } = await make.product(app)
    return (await app.ask(firmwareApi.addModel, { name, code, type: 'single', productIds: [productId] }, engineer))
      .status
  }
  assert.deepEqual(
    [await tried('蒸'.repeat(16), 'A1'), await tried('蒸'.repeat(17), 'A2'), await tried('x'.repeat(48), 'A3')],
    [200, 422, 200],
  )
  assert.equal(await tried('x'.repeat(49), 'A4'), 422)
})

test('nothing below the floor of its model can be a target, nor a disabled version; an archived one with a tick', async () => {
  const rollout = await startRollout(app, { floor: '1.0.0' })
  const { engineer } = rollout
  const device = await make.device(app, rollout)
  const [low, good] = [await addVersion(rollout, '00.09.00'), await addVersion(rollout, '01.02.00')]
  const tried = async (id: string, plan = {}) => {
    const draft = draftOf(rollout, [id], { deviceIds: [device.id] })
    const { status, envelope } = await app.ask(upgradeTaskApi.addTask, { ...draft, plan }, engineer)
    return [status, envelope.data.fields?.['versionIds.0'] ?? '']
  }
  const archived = (await app.ask(firmwareApi.version, { id: low.id }, engineer)).envelope.data
  assert.ok(archived.archivedAt !== null)
  assert.match(String((await tried(low.id))[1]), /archived/)
  assert.match(String((await tried(low.id, { allowArchived: true }))[1]), /below 1\.0\.0/)
  assert.equal((await tried(good.id))[0], 200)
  const { updatedAt } = (await app.ask(firmwareApi.version, { id: good.id }, engineer)).envelope.data
  await app.ask(firmwareApi.disableVersion, { id: good.id, updatedAt }, engineer)
  assert.match(String((await tried(good.id))[1]), /disabled/)
})

test('submitting notifies the approver, and the decision the creator; a rejection requires a reason', async () => {
  const rollout = await startRollout(app)
  const { engineer, approver } = rollout
  const version = await addVersion(rollout, '01.02.00')
  const device = await make.device(app, rollout)
  const draft = { ...draftOf(rollout, [version.id], { deviceIds: [device.id], approverId: approver.id }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, engineer)).envelope.data
  const titles = async (of: { token: string }) =>
    (await app.ask(messageApi.bell, {}, of)).envelope.data.list.map(({ words }) => words.en.title)
  assert.deepEqual(await titles(approver), [`Upgrade task “${draft.name}” is waiting for your approval`])
  const { updatedAt } = await taskOf(rollout, id)
  assert.equal((await app.ask(upgradeTaskApi.reject, { id, updatedAt, reason: ' ' }, approver)).status, 422)
  const rejected = await app.ask(upgradeTaskApi.reject, { id, updatedAt, reason: 'Try one site first' }, approver)
  assert.equal(rejected.status, 200)
  assert.deepEqual(await titles(engineer), [`Upgrade task “${draft.name}” was rejected`])
  assert.deepEqual((await taskOf(rollout, id)).rejectReason, 'Try one site first')
})

test('a task that waits for an account waits for its successor when it is deleted, and keeps its submitted content', async () => {
  const rollout = await startRollout(app)
  const { engineer, approver } = rollout
  const admin = await make.account(app, { role: 'administrator' })
  const successor = await make.account(app, { role: 'operations' })
  const version = await addVersion(rollout, '01.03.00')
  const device = await make.device(app, rollout)
  const submit = async () => {
    const wish = { deviceIds: [device.id], approverId: approver.id }
    const body = { ...draftOf(rollout, [version.id], wish), submit: true }
    return { name: body.name, id: (await app.ask(upgradeTaskApi.addTask, body, engineer)).envelope.data.id }
  }
  const { id, name } = await submit()
  const { inHand } = (await app.ask(accountApi.detail, { id: approver.id }, admin)).envelope.data
  assert.deepEqual(inHand, [{ kind: 'approval', count: 1 }])
  const remove = (gone: string, successorId?: string) =>
    app.ask(
      accountApi.remove,
      { id: gone, password: admin.password, ...(successorId === undefined ? {} : { successorId }) },
      admin,
    )
  const refused = await remove(approver.id, engineer.id)
  assert.deepEqual(Object.keys(refused.envelope.data?.fields ?? {}), ['successorId'], 'who made it')
  assert.equal((await remove(approver.id, successor.id)).status, 200)
  assert.equal((await taskOf(rollout, id)).approver?.id, successor.id)
  const { list } = (await app.ask(messageApi.bell, {}, successor)).envelope.data
  assert.deepEqual(
    list.map(({ words }) => words.en.title),
    [`Upgrade task “${name}” is waiting for your approval`],
  )
  assert.equal((await remove(successor.id)).status, 200)
  const task = await taskOf(rollout, id)
  assert.deepEqual([task.approver, task.status], [null, 'EXAMINE_WAIT'])
  const { updatedAt } = task
  const approved = await app.ask(upgradeTaskApi.approve, { id, updatedAt, password: testPassword }, admin)
  assert.equal(approved.status, 200, 'the approver is no part of what is approved')
})

test('the approved content cannot be exchanged unnoticed: a device added by hand voids the approval', async () => {
  const rollout = await startRollout(app)
  const version = await addVersion(rollout, '01.02.00')
  const [device, other] = [await make.device(app, rollout), await make.device(app, rollout)]
  const draft = { ...draftOf(rollout, [version.id], { deviceIds: [device.id] }), submit: true }
  const { id } = (await app.ask(upgradeTaskApi.addTask, draft, rollout.engineer)).envelope.data
  assert.equal((await approve(rollout, id)).status, 200)
  const [row] = await app.db.selectFrom('upgradeDevice').selectAll().where('taskId', '=', id).execute()
  assert.ok(row !== undefined)
  await app.db
    .insertInto('upgradeDevice')
    .values({ ...row, deviceId: other.id, detail: null })
    .execute()
  const { updatedAt } = await taskOf(rollout, id)
  const started = await app.ask(upgradeTaskApi.start, { id, updatedAt, password: testPassword }, rollout.engineer)
  assert.deepEqual([started.status, /has changed/.test(started.envelope.msg)], [409, true])
})

test('devices by version add up to all devices of the model, within the caller’s scope', async () => {
  const rollout = await startRollout(app)
  await addVersion(rollout, '01.02.00')
  const customer = await make.organisation(app)
  for (const [version, organisationId] of [
    ['1.2.0', undefined],
    ['1.0.0', customer.id],
    [null, customer.id],
  ] as const) {
    const device = await make.device(app, {
      productId: rollout.productId,
      productKey: rollout.productKey,
      ...(organisationId === undefined ? {} : { organisationId }),
    })
    if (version === null) continue
    const row = { deviceId: device.id, module: 'default', version, reportedAt: new Date().toISOString() }
    await app.db.insertInto('deviceModule').values(row).execute()
  }
  const reader = await make.account(app, { organisationId: customer.id, operationCodes: ['firmware-version:view'] })
  for (const [who, all] of [
    [rollout.engineer, 3],
    [reader, 2],
  ] as const) {
    const { envelope } = await app.ask(firmwareApi.distribution, { modelId: rollout.modelId }, who)
    const { shares } = envelope.data
    assert.deepEqual([envelope.data.all, shares.reduce((sum, { devices }) => sum + devices, 0)], [all, all])
  }
  const page = await app.ask(firmwareDeviceApi.devices, { modelId: rollout.modelId }, reader)
  assert.equal(page.envelope.data.total, 2)
})
