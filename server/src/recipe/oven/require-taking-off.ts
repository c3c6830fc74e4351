import type { recipeApi } from '@brigade/contract/recipe/recipe.endpoints.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { requireAlso } from '../../platform/http/require-also.ts'
import { requireTypedPassword } from '../../session/require-password.ts'

/**
 * Removing recipes from ovens, also by cancelling a publication or deleting a recipe, needs the right to send recipes,
 * and the sign-in password as for every other command to a device.
 */
export async function requireTakingOff(
  ctx: Ctx,
  call: typeof recipeApi.remove | typeof recipeApi.setState,
  password: string | undefined,
): Promise<void> {
  requireAlso(ctx.caller, call, 'recipe:send')
  await requireTypedPassword(ctx, password, 'field.required')
}
