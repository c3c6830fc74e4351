import type { TestApp } from '../start-app.ts'

type Planting = Readonly<{ deviceId: string; secret: string }>

/** What a device said of itself beside its properties. */
export async function plantSaid({ db, clock }: TestApp, { deviceId, secret }: Planting): Promise<void> {
  const time = new Date(clock.now() - 120_000).toISOString()
  await db.insertInto('deviceFirmware').values({ deviceId, time, module: 'default', version: secret }).execute()
  await db.insertInto('deviceLog').values({ deviceId, time, level: 'INFO', content: secret }).execute()
  await db.insertInto('deviceConfig').values({ deviceId, version: 1, toldAt: time }).execute()
  await db
    .insertInto('deviceTag')
    .values({ deviceId, key: 'planted', value: secret, updatedAt: time })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inputs that do not follow from their schemas. Taking a desired value back is allowed of any device. */
export const recordSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'device.setDesired': { version: 1_000_000, values: { FanSpeed: null } },
  'device.coolerSetDesired': { version: 1_000_000, values: { FanSpeed: null } },
  'device.setTags': { tags: [{ key: 'walked', value: 'yes' }] },
  'device.coolerSetTags': { tags: [{ key: 'walked', value: 'yes' }] },
  'device.askBatch': { ids: ['1'] },
  'device.coolerAskBatch': { ids: ['1'] },
  'device.startBatch': { ids: ['1'], params: { Light: true } },
  'device.coolerStartBatch': { ids: ['1'], params: { Light: true } },
  'device.coolerAdd': { sn: 'WALKCOOLER' },
  'product.saveConfig': { version: 0, content: '{}' },
}

const fromNowOn = 'messages from now on, and none comes here; whose device it is, is asked first'
export const recordReadsOfNobody: Readonly<Record<string, string>> = {
  'device.trace': fromNowOn,
  'device.coolerTrace': fromNowOn,
  'product.config':
    'configurations are the platform’s; the figures beside them stay the same while foreign rows change',
}

export const recordWritesThatCannot: Readonly<Record<string, string>> = {
  'product.pushConfig': 'wants the version that was saved last',
}
