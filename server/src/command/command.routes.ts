import { otherOrganisation } from '@brigade/contract/customer/other-organisation.ts'
import type { z } from 'zod'
import { commandCalls } from '@brigade/contract/command/command.endpoints.ts'
import type { CommandDraft } from '@brigade/contract/command/command.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Ctx } from '../platform/http/context.ts'
import { implementEach } from '../platform/http/implement.ts'
import { requirePassword } from '../session/require-password.ts'
import { resetDevice } from './reset-device.ts'
import { listCommands } from './command-list.store.ts'
import { seeDevice } from '../device/list/list-devices.ts'
import { setDesired } from './set-desired.ts'
import { readValues } from './read-values.ts'
import type { ValueRouting } from './value-routing.ts'
import { requireHeatConfirmed, sendCommand } from './send-command.ts'

type Draft = z.output<typeof CommandDraft>

/** Scope and kind are checked before the password, and the password before anything else about the device. */
async function send(
  ctx: Ctx & Readonly<{ routing: ValueRouting }>,
  kind: DeviceKind,
  { password, confirmsHeat, ...draft }: Draft,
) {
  const device = await seeDevice(ctx, kind, draft.deviceId)
  await requirePassword(ctx, password)
  requireHeatConfirmed(kind, draft, confirmsHeat)
  return sendCommand(ctx, { ...draft, deviceId: device.id })
}

export const commandRoutes = (routing: ValueRouting) =>
  implementEach(commandCalls, (kind) => ({
    commands: async (ctx, { query }) =>
      listCommands(
        ctx.db,
        { ...ctx.caller, otherwise: otherOrganisation[ctx.locale] },
        await seeDevice(ctx, kind, query.id),
        query,
      ),
    sendCommand: (ctx, { body }) => send({ ...ctx, routing }, kind, body),
    setDesired: async (ctx, { body }) => setDesired({ ...ctx, routing }, await seeDevice(ctx, kind, body.id), body),
    readValues: async (ctx, { body }) =>
      readValues(
        { ...ctx, routing },
        { deviceId: (await seeDevice(ctx, kind, body.id)).id, identifiers: body.identifiers },
      ),
    reset: (ctx, { body }) => resetDevice({ ...ctx, routing }, kind, body),
  }))
