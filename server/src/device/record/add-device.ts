import type { DeviceCredentials, DeviceDraft } from '@brigade/contract/device/record/record.model.ts'
import { bindCodeOf } from '../credentials/bind-code.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { momentOf } from '../../customer/carried/carried-state.ts'
import { requireCarried } from '../../customer/carried/require-carried.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { newDeviceSecret } from '../credentials/device-credentials.ts'
import { insertDevices } from './device-registration.store.ts'
import { moveBehind, requireRoom } from '../topology/move-sub-devices.ts'
import { requireGateway, requireOrganisation, requireProduct, requireStanding } from './device-reference.ts'
import { descriptionChanged, standingWords } from './device-words.ts'
import { nowhere } from './nowhere.ts'
import { fieldsChanged, writeChanges } from '../changes/write-change.ts'

const nothing = { name: '', mac: '', factoryArea: '', note: '' }

/** Registers a device, installed or not. Its secret is returned only this once. */
export async function addDevice(
  ctx: Pick<Ctx, 'db' | 'clock' | 'settings' | 'caller'>,
  kind: DeviceKind,
  draft: DeviceDraft,
): Promise<DeviceCredentials> {
  const { db, clock, settings, caller } = ctx
  const { installation, sn, deviceSecret = newDeviceSecret() } = draft
  const field = installation === null ? 'organisationId' : 'installation.organisationId'
  const wanted = installation?.organisationId ?? draft.organisationId ?? caller.organisationId
  const at = clock.now()
  return transaction(db, async (trx) => {
    const product = await requireProduct(trx, kind, draft.productId)
    const organisation = await requireOrganisation(trx, caller, wanted, field)
    await requireCarried(trx, organisation, [product.id], momentOf(ctx), field)
    const standing = installation === null ? nowhere() : await requireStanding(trx, caller, installation)
    const gateway =
      draft.gatewayId === null ? undefined : await requireGateway(trx, caller, product.nodeType, draft.gatewayId)
    const { name, mac, factoryArea, note } = draft
    const ids = await insertDevices(trx, [
      {
        ...standing,
        sn,
        name,
        mac,
        factoryArea,
        note,
        kind,
        productId: product.id,
        organisationId: organisation.id,
        installed: installation !== null,
        installedAt: standing.installedAt === null ? null : Date.parse(standing.installedAt),
        secret: seal(settings.secretKey, deviceSecret),
        createdAt: at,
      },
    ])
    const id = ids.get(sn)
    // The unique key decides instead of a query beforehand: of two concurrent registrations of one SN, the second is
    // refused.
    if (id === undefined) return refuse('field.refused', undefined, { fields: { sn: 'device.snTaken' } })
    const inWords = await standingWords(trx, [{ ...standing, organisationId: organisation.id }])
    const fields = [
      ...fieldsChanged({}, { sn, product: product.name }),
      ...descriptionChanged(nothing, draft),
      ...fieldsChanged({}, inWords({ ...standing, organisationId: organisation.id })),
    ]
    const accountId = caller.accountId
    await writeChanges(trx, [{ deviceId: id, at, action: 'created', accountId, fields }])
    if (gateway !== undefined) {
      await requireRoom(trx, gateway.id, new Map([[id, null]]))
      await moveBehind(trx, gateway, [{ id, sn, name, unit: null }], { accountId, at, isNotified: true })
    }
    await notifyOnCommit(trx, 'live', { device: [id] })
    return { id, productKey: product.productKey, deviceName: sn, deviceSecret, bindCode: bindCodeOf(deviceSecret) }
  })
}
