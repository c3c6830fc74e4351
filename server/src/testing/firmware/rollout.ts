import { createHash, randomBytes } from 'node:crypto'
import { fileApi } from '@brigade/contract/file/file.endpoints.ts'
import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { UpgradeTaskDraft } from '@brigade/contract/firmware/reach.model.ts'
import { z } from 'zod'
import { make } from '../make.ts'
import { makeAccount, testPassword, type MadeAccount } from '../make-account.ts'
import type { TestApp } from '../start-app.ts'
import { until } from '../until.ts'
import type { FakeDevice } from '../fake-device.ts'

/** The people of a rollout: the engineer makes it, the approver is another person. */
export type Rollout = Readonly<{
  app: TestApp
  engineer: MadeAccount
  approver: MadeAccount
  productId: string
  productKey: string
  modelId: string
}>

const Uploaded = z.object({
  data: z.object({
    id: z.string().optional(),
    file: z.object({ name: z.string(), bytes: z.number(), md5: z.string(), sha256: z.string() }).optional(),
  }),
})

/** Uploads a file as a browser does. */
export async function uploadFirmware(
  app: TestApp,
  { token }: Pick<MadeAccount, 'token'>,
  bytes: Buffer,
  name = 'oven.bin',
) {
  const form = new FormData()
  form.append('kind', 'firmware')
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await fetch(app.url + fileApi.upload.path, {
    method: 'POST',
    headers: { authorization: token },
    body: form,
  })
  return { status: response.status, ...Uploaded.partial().parse(await response.json()) }
}

let made = 0

/** A product, a firmware model for it, an engineer and an approver. */
export async function startRollout(
  app: TestApp,
  model: Readonly<{
    type?: 'single' | 'double'
    module?: string
    needConfirm?: boolean
    floor?: string
    hardwareModel?: string
  }> = {},
  product: Parameters<typeof make.product>[1] = {},
): Promise<Rollout> {
  const number = (made += 1)
  const [engineer, approver] = [
    await makeAccount(app, { role: 'firmware-engineer' }),
    await makeAccount(app, { role: 'operations' }),
  ]
  const { id: productId, productKey } = await make.product(app, product)
  const draft = {
    name: `Model ${number}`,
    code: `M${number}`,
    type: 'single' as const,
    productIds: [productId],
    ...model,
  }
  const added = await app.ask(firmwareApi.addModel, draft, engineer)
  return { app, engineer, approver, productId, productKey, modelId: added.envelope.data.id }
}

/** Uploads a file of this size and makes a version of it. */
export async function addVersion(
  { app, engineer, modelId }: Pick<Rollout, 'app' | 'modelId'> & { engineer: Pick<MadeAccount, 'token'> },
  number: string,
  { bytes = 5000, module = 'default', reportedAs = '', replace = true } = {},
) {
  const content = randomBytes(bytes)
  const { data } = await until('the file to be stored', async () => {
    const answer = await uploadFirmware(app, engineer, content)
    return answer.status === 503 ? undefined : answer
  })
  const fileId = data?.id ?? ''
  const added = await app.ask(
    firmwareApi.addVersion,
    { modelId, module, number, reportedAs, fileId, replace },
    engineer,
  )
  const digest = (of: string) => createHash(of).update(content).digest('hex')
  return { id: added.envelope.data.id, content, md5: digest('md5'), sha256: digest('sha256'), number }
}

export const draftOf = (
  { modelId }: Rollout,
  versionIds: string[],
  wanted: Partial<UpgradeTaskDraft>,
): z.input<typeof upgradeTaskApi.addTask.body> => ({
  name: `Task ${(made += 1)}`,
  type: 'device',
  modelId,
  versionIds,
  plan: { ratePerMinute: 10_000, allowUnknown: true },
  ...wanted,
})

export const taskOf = async ({ app, engineer }: Rollout, id: string) =>
  (await app.ask(upgradeTaskApi.task, { id }, engineer)).envelope.data

/** Adds a task, has it approved, and starts it. */
export async function runTask(
  rollout: Rollout,
  versionIds: string[],
  wanted: Partial<UpgradeTaskDraft>,
): Promise<string> {
  const { app, engineer } = rollout
  const added = await app.ask(
    upgradeTaskApi.addTask,
    { ...draftOf(rollout, versionIds, wanted), submit: true },
    engineer,
  )
  const { id } = added.envelope.data
  await approve(rollout, id)
  const { updatedAt } = await taskOf(rollout, id)
  await app.ask(upgradeTaskApi.start, { id, updatedAt, password: testPassword }, engineer)
  await until(`task ${id} to run`, async () => (await taskOf(rollout, id)).status === 'START')
  return id
}

export async function approve(rollout: Rollout, id: string) {
  const { app, approver } = rollout
  const { updatedAt } = await taskOf(rollout, id)
  return app.ask(upgradeTaskApi.approve, { id, updatedAt, password: testPassword }, approver)
}

/** The present rows of a task, by device and module. */
const rowsOf = ({ app }: Rollout, taskId: string) =>
  app.db
    .selectFrom('upgradeDevice')
    .selectAll()
    .where('taskId', '=', taskId)
    .orderBy('deviceId')
    .orderBy('place')
    .execute()

export async function rowOf(rollout: Rollout, taskId: string, deviceId: string, place = 1) {
  const rows = await rowsOf(rollout, taskId)
  const row = rows.find((found) => found.deviceId === deviceId && found.place === place)
  if (row === undefined) throw new Error(`No row of device ${deviceId} in task ${taskId}`)
  return row
}

export const reaches = (rollout: Rollout, taskId: string, deviceId: string, state: string, place = 1) =>
  until(`device ${deviceId} to be ${state}`, async () => {
    const row = await rowOf(rollout, taskId, deviceId, place)
    return row.state === state ? row : undefined
  })

const Offer = z.object({
  code: z.literal('1000'),
  message: z.literal('success'),
  id: z.union([z.string(), z.number()]),
  data: z.object({
    size: z.number(),
    version: z.string(),
    url: z.string(),
    md5: z.string(),
    sign: z.string(),
    signMethod: z.string(),
    module: z.string().optional(),
  }),
})

/** The next offer that a device receives. */
export async function receiveOffer(
  device: FakeDevice,
  { sn, productKey }: Readonly<{ sn: string; productKey: string }>,
) {
  const { payload } = await device.receive(`/ota/device/upgrade/${productKey}/${sn}`)
  return { payload, ...Offer.parse(JSON.parse(payload)).data }
}

/** A download address with the test's own host, because the host of the settings does not exist. */
export const addressIn = (app: TestApp, url: string): string => app.url + new URL(url).pathname

type Named = Readonly<{ sn: string; productKey: string }>
export const inform = (device: FakeDevice, { sn, productKey }: Named, version: string, module?: string) =>
  device.send(`/ota/device/inform/${productKey}/${sn}`, {
    id: 1,
    params: { version, ...(module === undefined ? {} : { module }) },
  })
export const progress = (device: FakeDevice, { sn, productKey }: Named, step: number | string, module?: string) =>
  device.send(`/ota/device/progress/${productKey}/${sn}`, {
    id: '2',
    params: { step: String(step), desc: '', ...(module === undefined ? {} : { module }) },
  })
