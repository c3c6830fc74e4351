import type { CommandRow } from '@brigade/contract/command/command.model.ts'
import type { CookingStart } from '@brigade/contract/recipe/oven.model.ts'
import { recipeFunctions } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { findService } from '@brigade/contract/thing-model/thing-model.rules.ts'
import { requireHeatConfirmed, sendCommand, type CommandCtx } from '../../command/send-command.ts'
import { seeDevice } from '../../device/list/list-devices.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { findHeld } from '../row/held.store.ts'

/** Starts the version that the oven holds. The command is sent once, without a retry: a person checks whether it arrived. */
export const cookRecipe =
  (routing: CommandCtx['routing']) =>
  async (ctx: Ctx, { body }: { body: CookingStart }): Promise<CommandRow> => {
    const device = await seeDevice(ctx, 'oven', body.deviceId)
    const held = (await findHeld(ctx.db, device.id, body.recipeId)) ?? refuse('recipe.notHeld')
    await requirePassword(ctx, body.password)
    const published = await publishedModel(ctx, device.productId)
    if (published === undefined || findService(published.model, recipeFunctions.startCooking) === undefined)
      refuse('recipe.keepsNone')
    const content = {
      kind: 'service',
      identifier: recipeFunctions.startCooking,
      params: { Id: held.code, Version: held.version },
    } as const
    requireHeatConfirmed('oven', content, body.confirmsHeat)
    return sendCommand({ ...ctx, routing }, { ...content, deviceId: device.id })
  }
