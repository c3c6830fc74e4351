import type { TestApp } from '../../start-app.ts'

type Planting = Readonly<{ deviceId: string; secret: string }>

/** Inserts a device's messages beside its properties. */
export async function plantReports({ db, clock }: TestApp, { deviceId, secret }: Planting): Promise<void> {
  const time = new Date(clock.now() - 120_000).toISOString()
  await db
    .insertInto('deviceFirmware')
    .values({ deviceId, reportedAt: time, module: 'default', version: secret })
    .execute()
  await db.insertInto('deviceLog').values({ deviceId, loggedAt: time, level: 'INFO', content: secret }).execute()
  await db.insertInto('deviceConfig').values({ deviceId, version: 1, sentAt: time }).execute()
  await db
    .insertInto('deviceTag')
    .values({ deviceId, key: 'planted', value: secret, updatedAt: time })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inputs that do not follow from their schemas. A desired value may be removed for any device. */
export const recordSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'command.oven.setDesired': { version: 1_000_000, values: { FanSpeed: null } },
  'command.cooler.setDesired': { version: 1_000_000, values: { FanSpeed: null } },
  'device.oven.setTags': { tags: [{ key: 'walked', value: 'yes' }] },
  'device.cooler.setTags': { tags: [{ key: 'walked', value: 'yes' }] },
  'command.oven.askBatch': { ids: ['1'] },
  'command.cooler.askBatch': { ids: ['1'] },
  'command.oven.startBatch': { ids: ['1'], params: { Light: true } },
  'command.cooler.startBatch': { ids: ['1'], params: { Light: true } },
  'device.cooler.add': { sn: 'WALKCOOLER' },
  'product.saveConfig': { version: 0, content: '{}' },
}

const fromNowOn = 'messages from now on, and none comes here; whose device it is, is asked first'
export const recordReadsOfNobody: Readonly<Record<string, string>> = {
  'telemetry.oven.trace': fromNowOn,
  'telemetry.cooler.trace': fromNowOn,
  'product.config':
    'configurations are the platform’s; the figures beside them stay the same while foreign rows change',
}

export const recordWritesThatCannot: Readonly<Record<string, string>> = {
  'product.pushConfig': 'wants the version that was saved last',
}
