import type { DesiredDraft } from '@brigade/contract/device/record/record.model.ts'
import type { Shadow } from '@brigade/contract/device/device.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkPropertySet } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse, said } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { findCommandTarget } from '../command/command.store.ts'
import { requireHeatConfirmed } from '../command/send-command.ts'
import { readShadow } from '../device-shadow.ts'
import type { SeenDevice } from '../device.store.ts'
import { tell } from '../link/tell.ts'
import { registersMissing } from '../modbus/registers-missing.ts'
import { writeDesired } from './desired.store.ts'

/**
 * Values that a device shall have until it has them; null takes one back. It is told at once where it is online, and gets them
 * when it asks. Refused where desired values were changed since `version`.
 */
export async function setDesired(
  ctx: Ctx,
  device: SeenDevice,
  { version, values, password, confirmsHeat }: Omit<DesiredDraft, 'id'>,
): Promise<{ shadow: Shadow }> {
  await requirePassword(ctx, password)
  requireHeatConfirmed(device.kind, { kind: 'property.set', params: values }, confirmsHeat)
  const published = (await publishedModel(ctx.db, device.productId)) ?? refuse('device.modelIncomplete')
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const checked = checkPropertySet(given, published.model)
  if (!checked.ok) {
    const fields = checked.problems.map(
      (problem) => [`values.${problem.path}`, said('device.wrongValue', { problem })] as const,
    )
    return refuse('device.badValue', undefined, { fields: Object.fromEntries(fields) })
  }
  await requireRegisters(ctx, device, published.model, Object.keys(checked.value))
  const taken = Object.keys(values).filter((identifier) => values[identifier] === null)
  await transaction(ctx.db, async (trx) => {
    const isWritten = await writeDesired(trx, device.id, { version, values: checked.value, taken }, ctx.clock.now())
    if (!isWritten) refuse('device.shadowMoved')
    await tell(trx, { desired: [device.id] })
    await notifyOnCommit(trx, 'live', { device: [device.id] })
  })
  return { shadow: await readShadow(ctx.db, device) }
}

/** A unit behind a modem is written into registers, and would be waited for in vain with anything else. */
async function requireRegisters(
  { db }: Pick<Ctx, 'db'>,
  device: SeenDevice,
  model: ThingModel,
  identifiers: readonly string[],
): Promise<void> {
  const target = (await findCommandTarget(db, device.id)) ?? refuse('device.unknown')
  const missing = registersMissing(target, model, identifiers)
  if (missing?.key !== 'device.modbusNoRegister') return
  const fields = missing.identifiers.map((identifier) => [`values.${identifier}`, missing.key] as const)
  refuse(missing.key, undefined, { fields: Object.fromEntries(fields) })
}
