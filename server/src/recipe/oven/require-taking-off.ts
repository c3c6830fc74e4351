import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'

/**
 * Whoever takes recipes off ovens, also by cancelling a publication or deleting a recipe, must be allowed to send recipes, and confirms
 * it with the login password, as for every other command to a device.
 */
export async function requireTakingOff(ctx: Ctx, password: string | undefined): Promise<void> {
  if (!ctx.caller.operationCodes.has('recipe:send')) refuse('recipe.mayNotTakeOff')
  if (password === undefined || password === '')
    refuse('field.refused', undefined, { fields: { password: 'field.required' } })
  await requirePassword(ctx, password)
}
