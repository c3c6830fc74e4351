import { hourMs } from '@brigade/contract/time.ts'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listOrganisationsOf } from '../../customer/organisation.store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { open, seal } from '../../platform/secret/secret-box.ts'
import { shareOf } from '../../platform/program/demo-days.ts'
import type { Settings } from '../../platform/settings.ts'
import { listProductFacts } from '../../product/product.store.ts'
import { arrivals, demoDevices, demoVersionOf, enteredMs, installedMs, type DemoDevice } from './demo-devices.seed.ts'
import { demoFamilies } from './demo-families.seed.ts'
import { insertActivations, listPasts } from './demo-life.store.ts'
import { putBehind } from '../topology/topology.store.ts'
import { insertDevices, listCredentials, type DeviceDraft } from '../record/device-registration.store.ts'

type Given = Readonly<{
  db: Db
  clock: Clock
  settings: Pick<Settings, 'dataDir' | 'secretKey' | 'simulator' | 'timeZone'>
}>

/** Number of devices in a demo without a simulated fleet. */
const unsimulated = { ovens: 24, coolers: 16 } as const

/** Gateways with sub-devices, and devices that connect for the first time, exist only with the simulated fleet. */
const familiesOf = ({ simulator }: Given['settings']) => (simulator === undefined ? [] : demoFamilies)
const arrivalsOf = ({ simulator }: Given['settings']) => (simulator === undefined ? [] : arrivals)

function wantedDevices(settings: Given['settings']) {
  const { ovens, coolers } = settings.simulator ?? unsimulated
  return [
    ...demoDevices('oven', ovens).map((device) => ({ kind: 'oven' as const, device })),
    ...demoDevices('cooler', coolers).map((device) => ({ kind: 'cooler' as const, device })),
    ...familiesOf(settings).flatMap(({ kind, gateway, behind }) =>
      [gateway, ...behind.map(({ device }) => device)].map((device) => ({ kind, device })),
    ),
    ...arrivalsOf(settings).map((device) => ({ kind: device.kind, device })),
  ]
}

/** The demo's devices at the demo's customers. An existing device stays unchanged, including its secret. */
export async function seedDevices({ db, clock, settings }: Given): Promise<void> {
  const [customers, platform, products] = await Promise.all([
    listOrganisationsOf(db, 'customer'),
    listOrganisationsOf(db, 'platform'),
    listProductFacts(db),
  ])
  const [distributors, agents] = await Promise.all([
    listOrganisationsOf(db, 'distributor'),
    listOrganisationsOf(db, 'agent'),
  ])
  const channelIds = new Map([...distributors, ...agents].map(({ id, name }) => [name, id]))
  const customerIds = new Map(customers.map(({ id, name }) => [name, id]))
  const productIds = new Map(products.map(({ id, productKey }) => [productKey, id]))
  const now = clock.now()
  const drafts = wantedDevices(settings).flatMap(({ kind, device }): DeviceDraft[] => {
    const organisationId = customerIds.get(device.customer) ?? platform[0]?.id
    const productId = productIds.get(device.productKey)
    if (organisationId === undefined || productId === undefined) return []
    const secret = seal(settings.secretKey, randomBytes(16).toString('hex'))
    return [
      {
        ...placeOf(device, now),
        channelType: device.channelType,
        channelId: channelIds.get(device.channel ?? '') ?? null,
        kind,
        organisationId,
        productId,
        secret,
        mac: macOf(device.sn),
        installed: true,
        createdAt: enteredMs(device, now),
      },
    ]
  })
  const made = await insertDevices(db, drafts)
  const notYet = new Set(arrivals.map(({ sn }) => sn))
  // The activation is some hours after the installation.
  await insertActivations(
    db,
    drafts.flatMap(({ sn, installedAt }) => {
      const deviceId = made.get(sn)
      if (notYet.has(sn) || deviceId === undefined || typeof installedAt !== 'number') return []
      return [{ deviceId, at: Math.min(now, installedAt + (60 + shareOf(`${sn} activated`, 240)) * 60_000) }]
    }),
  )
  for (const { gateway, behind } of familiesOf(settings)) {
    const gatewayId = made.get(gateway.sn)
    const places = behind.flatMap(({ device, unit }) => {
      const deviceId = made.get(device.sn)
      return deviceId === undefined ? [] : [{ deviceId, unit }]
    })
    // Existing devices stay where people have put them.
    if (gatewayId !== undefined) await putBehind(db, gatewayId, places, installedMs(gateway, now) + hourMs)
  }
}

function placeOf(device: DemoDevice, now: number) {
  const { sn, name, region, place, address, warrantyDays } = device
  const zone = region && { province: `${region.slice(0, 2)}0000`, city: `${region.slice(0, 4)}00`, region }
  const words = place && { place }
  return { sn, name, ...zone, ...words, address, warrantyDays, installedAt: installedMs(device, now) }
}

/** An address of the range for locally administered ones, so that it belongs to nobody. */
function macOf(sn: string): string {
  const digits = createHash('sha256').update(sn).digest('hex').slice(0, 10).toUpperCase()
  return `02${digits}`.replace(/..(?=.)/g, '$&:')
}

/**
 * The credentials of the simulated fleet. `simulator-devices.json` contains secrets in the clear and is readable by its owner
 * only. It is renamed into place, so that no reader finds half of it.
 */
export async function writeSimulatorFile({ db, settings }: Omit<Given, 'clock'>): Promise<void> {
  const { dataDir, secretKey, simulator } = settings
  const later = new Map(arrivals.map(({ sn, firstAfterMinutes }) => [sn, { firstAfterMinutes }]))
  const sns = simulator === undefined ? [] : wantedDevices(settings).map(({ device }) => device.sn)
  const credentials = await listCredentials(db, sns)
  const pasts = await listPasts(db, settings.timeZone)
  const all = credentials.map(({ sn, deviceSecret, productKey, kind }) => ({
    productKey,
    deviceName: sn,
    deviceSecret: open(secretKey, deviceSecret),
    kind,
    firmware: demoVersionOf(sn),
    ...later.get(sn),
    ...pasts.get(sn),
  }))
  const known = new Map(all.map((device) => [device.deviceName, device]))
  const isBehind = new Set(demoFamilies.flatMap(({ behind }) => behind.map(({ device }) => device.sn)))
  const families = new Map(demoFamilies.map((family) => [family.gateway.sn, family]))
  const devices = all
    .filter(({ deviceName }) => !isBehind.has(deviceName))
    .map((device) => {
      const behind = families.get(device.deviceName)?.behind ?? []
      const units = behind.flatMap((one) =>
        one.unit === null ? [] : [{ deviceName: one.device.sn, unit: one.unit, ...pasts.get(one.device.sn) }],
      )
      const subs = behind.flatMap((one) => (one.unit === null ? [known.get(one.device.sn) ?? []] : [])).flat()
      if (units.length + subs.length === 0) return device
      // A modem has firmware of its own kind.
      const { firmware: _, ...modem } = device
      return { ...modem, ...(units.length > 0 && { units }), ...(subs.length > 0 && { subs }) }
    })
  await mkdir(dataDir, { recursive: true })
  const file = path.join(dataDir, 'simulator-devices.json')
  await writeFile(`${file}.new`, `${JSON.stringify(devices, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}
