import type { DeviceCredentials } from '@brigade/contract/device/record/record.model.ts'
import { bindCodeOf } from '../credentials/bind-code.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { seal } from '../../platform/secret/secret-box.ts'
import { productFacts } from '../../product/product-facts.ts'
import { requirePassword } from '../../session/require-password.ts'
import { newDeviceSecret } from '../credentials/device-credentials.ts'
import { notifyConnectors } from '../device-notice.ts'
import { overwriteSecrets } from '../credentials/device-secret.store.ts'
import { requireDevice } from './device-reference.ts'
import { writeChanges } from '../changes/write-change.ts'

/** Gives a device a new secret, and closes a connection with the old one. The scope is checked before the password. */
export async function reissueSecret(
  ctx: Ctx,
  kind: DeviceKind,
  { id, password }: { id: string; password: string },
): Promise<DeviceCredentials> {
  const { db, clock, settings, caller } = ctx
  await transaction(db, (trx) => requireDevice(trx, caller, kind, id))
  await requirePassword(ctx, password)
  const deviceSecret = newDeviceSecret()
  const device = await transaction(db, async (trx) => {
    const found = await requireDevice(trx, caller, kind, id)
    await overwriteSecrets(trx, [{ id, secret: seal(settings.secretKey, deviceSecret) }])
    const change = { deviceId: id, at: clock.now(), action: 'secret', accountId: caller.accountId, fields: [] } as const
    await writeChanges(trx, [change])
    await notifyConnectors(trx, { rekeyed: [id] })
    return found
  })
  const { productKey } = await productFacts(ctx, device.productId)
  return { id, productKey, deviceName: device.sn, deviceSecret, bindCode: bindCodeOf(deviceSecret) }
}
