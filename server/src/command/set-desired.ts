import type { DesiredDraft } from '@brigade/contract/command/desired.model.ts'
import type { Shadow } from '@brigade/contract/telemetry/shadow.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { checkPropertySet } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse, textRef } from '../platform/refusal.ts'
import { requirePassword } from '../session/require-password.ts'
import { publishedModel } from '../thing-model/published-models.ts'
import { findCommandTarget } from './command.store.ts'
import { requireHeatConfirmed } from './send-command.ts'
import { readShadow } from '../telemetry/shadow/read-shadow.ts'
import type { SeenDevice } from '../device/list/device.store.ts'
import { notifyPush } from '../device/push-channel.ts'
import type { ValueRouting } from './value-routing.ts'
import { writeDesired } from '../telemetry/shadow/desired.store.ts'

/**
 * Sets values that a device shall have and keeps them until it reports them; null removes one. An online device
 * receives them at once, others when they ask. Refused when desired values were changed since `version`.
 */
export async function setDesired(
  ctx: Ctx & Readonly<{ routing: ValueRouting }>,
  device: SeenDevice,
  { version, values, password, confirmsHeat }: Omit<DesiredDraft, 'id'>,
): Promise<{ shadow: Shadow }> {
  await requirePassword(ctx, password)
  requireHeatConfirmed(device.kind, { kind: 'property.set', params: values }, confirmsHeat)
  const published = (await publishedModel(ctx, device.productId)) ?? refuse('device.modelIncomplete')
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const checked = checkPropertySet(given, published.model)
  if (!checked.ok) {
    const fields = checked.problems.map(
      (problem) => [`values.${problem.path}`, textRef('device.wrongValue', { problem })] as const,
    )
    return refuse('device.badValue', undefined, { fields: Object.fromEntries(fields) })
  }
  await requireReachable(ctx, device, published.model, Object.keys(checked.value))
  const taken = Object.keys(values).filter((identifier) => values[identifier] === null)
  await transaction(ctx.db, async (trx) => {
    const isWritten = await writeDesired(trx, device.id, { version, values: checked.value, taken }, ctx.clock.now())
    if (!isWritten) refuse('device.shadowMoved')
    await notifyPush(trx, { desired: [device.id] })
    await notifyOnCommit(trx, 'live', { device: [device.id] })
  })
  return { shadow: await readShadow(ctx, device) }
}

/** A unit behind a modem has only registers: any other value would stay desired for ever. */
async function requireReachable(
  { db, routing }: Pick<Ctx, 'db'> & Readonly<{ routing: ValueRouting }>,
  device: SeenDevice,
  model: ThingModel,
  identifiers: readonly string[],
): Promise<void> {
  const target = (await findCommandTarget(db, device.id)) ?? refuse('device.unknown')
  const missing = routing.missing(target, model, identifiers)
  if (missing?.key !== 'device.modbusNoRegister') return
  const fields = missing.identifiers.map((identifier) => [`values.${identifier}`, missing.key] as const)
  refuse(missing.key, undefined, { fields: Object.fromEntries(fields) })
}
