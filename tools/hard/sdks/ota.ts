import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addVersion, reaches, runTask } from '@brigade/server/testing/firmware/rollout.ts'
import { traceOf } from '@brigade/server/testing/linked-device.ts'
import { until } from '@brigade/server/testing/until.ts'
import { z } from 'zod'
import type { How, Trial } from './bench.ts'
import { NoFunction } from './driver.ts'

const Offer = z.object({ version: z.string(), url: z.string(), sign: z.string(), signMethod: z.string() })
type Offer = z.output<typeof Offer>
type Version = Awaited<ReturnType<typeof addVersion>>

/** A function of the SDK, or the topic if it has none. */
async function bySdk(how: () => Promise<unknown>, orByTopic: () => Promise<unknown>): Promise<How> {
  try {
    await how()
    return 'sdk'
  } catch (error) {
    if (!(error instanceof NoFunction)) throw error
    await orByTopic()
    return 'topic'
  }
}

const reportVersion = ({ driver, oven }: Trial, version: string): Promise<How> =>
  bySdk(
    () => driver.ask('otaVersion', { version }),
    () =>
      driver.ask('publish', {
        topic: `/ota/device/inform/${oven.productKey}/${oven.sn}`,
        payload: JSON.stringify({ id: 1, params: { version } }),
      }),
  )

/** The offer as the SDK passes it on, or as it arrives on its topic. */
function offered({ driver, oven }: Trial, how: How): Promise<Offer> {
  if (how === 'sdk') return driver.hear('offer').then(({ offer }) => Offer.parse(offer))
  const topic = `/ota/device/upgrade/${oven.productKey}/${oven.sn}`
  return driver
    .hear('message', (heard) => heard['topic'] === topic)
    .then(({ payload }) => z.object({ data: Offer }).parse(JSON.parse(z.string().parse(payload))).data)
}

/** Uses its own loader, which verifies the digest; for an SDK without one the driver does this. */
async function load({ driver, way }: Trial, { url, sign, signMethod }: Offer, how: How): Promise<'whole' | 'broken'> {
  if (how === 'topic') {
    try {
      await (await fetch(url)).arrayBuffer()
      return 'whole'
    } catch {
      return 'broken'
    }
  }
  const path = join(way.model, '../firmware.bin')
  const answer = z.object({ code: z.number() }).parse(await driver.ask('download', { url, path, sign, signMethod }))
  return answer.code === 0 ? 'whole' : 'broken'
}

async function upgrade(trial: Trial, number: string, breaks: boolean): Promise<How> {
  const { rollout, oven, bench, driver } = trial
  driver.forget()
  const how = await reportVersion(trial, '1.0.0')
  // The version counts once it is stored, because an upgrade needs it.
  await until('the version to be known', async () =>
    (await traceOf(bench.app, oven)).some(
      ({ topic, payload }) => topic.includes('/ota/device/inform/') && payload.includes('1.0.0'),
    ),
  )
  if (how === 'topic') await driver.ask('subscribe', { topic: `/ota/device/upgrade/${oven.productKey}/${oven.sn}` })
  const version = await addVersion(rollout, number, { bytes: 300_000 })
  const taskId = await runTask(rollout, [version.id], { deviceIds: [oven.id] })
  const offer = await offered(trial, how)
  if (breaks) {
    bench.breakNext(100_000)
    assert.equal(await load(trial, offer, how), 'broken')
  }
  assert.equal(await load(trial, offer, how), 'whole')
  if (how === 'sdk') await isWhole(trial, version)
  await reportVersion(trial, number)
  await reaches(rollout, taskId, oven.id, 'succeeded')
  return how
}

async function isWhole({ way }: Trial, { content }: Version): Promise<void> {
  assert.ok(content.equals(await readFile(join(way.model, '../firmware.bin'))), 'another file than was uploaded')
}

export const ota = (trial: Trial): Promise<How> => upgrade(trial, '01.02.00', false)
/** The download breaks off after a third of the file, and the SDK is asked again, as its samples do. */
export const brokenOta = (trial: Trial): Promise<How> => upgrade(trial, '01.03.00', true)
