import { workStateOf } from '@brigade/contract/device/device.rules.ts'
import type { z } from 'zod'
import type { AppType } from '@brigade/contract/app-user/app-user.model.ts'
import type {
  NewestVersion,
  OfferedPart,
  OwnDevice,
  OwnDeviceDetail,
  OwnDeviceSearch,
} from '@brigade/contract/app-user/phone.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { AppCtx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { partsFor } from '../../system/parts/parts.store.ts'
import { findNewestVersion } from '../version.store.ts'
import { findOwnDevice, findOwnDevices, listPeople } from './own-device.store.ts'

type Stored = Awaited<ReturnType<typeof findOwnDevices>>['list'][number]

const shownOf = ({ productName, productEnName, workState, ...device }: Stored): OwnDevice => ({
  ...device,
  product: { en: productEnName, zh: productName },
  workState: device.online ? workStateOf(workState) : null,
})

export async function listOwnDevices(
  { db, person }: AppCtx,
  { query }: { query: OwnDeviceSearch },
): Promise<Page<OwnDevice>> {
  const page = await findOwnDevices(db, person.appUserId, query)
  return { ...page, list: page.list.map(shownOf) }
}

/** The other users of a device are shown to its owner only. */
export async function getOwnDevice(
  { db, person }: AppCtx,
  { query }: { query: { id: string } },
): Promise<OwnDeviceDetail> {
  const device = await findOwnDevice(db, person.appUserId, query.id)
  if (device === undefined) return refuse('appUser.unknownDevice')
  const { organisationId: _organisation, productId: _product, ...row } = device
  return { ...shownOf(row), people: row.role === 'owner' ? await listPeople(db, row.id) : [] }
}

export async function listOfferedParts(
  { db, person }: AppCtx,
  { query }: { query: { deviceId: string } },
): Promise<z.output<typeof OfferedPart>[]> {
  const device = await findOwnDevice(db, person.appUserId, query.deviceId)
  if (device === undefined) return refuse('appUser.unknownDevice')
  const parts = await partsFor(db, device.organisationId, device.productId)
  return parts.map(({ name, number, imageFileId, link, priceNote }) => ({ name, number, imageFileId, link, priceNote }))
}

export async function getNewestVersion(
  { db, clock }: AppCtx,
  { query }: { query: { type: AppType } },
): Promise<z.output<typeof NewestVersion>> {
  const newest = await findNewestVersion(db, query.type, clock.now())
  if (newest === undefined) return { version: null, releasedOn: null, notes: { en: '', zh: '' } }
  return { version: newest.version, releasedOn: newest.releasedOn, notes: { en: newest.notesEn, zh: newest.notesZh } }
}
