import type { DynamicRegistration } from '@brigade/contract/product/registration/registration.endpoints.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { writeRegistration } from './registration.store.ts'

type RegistrationChange = Readonly<{ productId: string; dynamicRegistration: DynamicRegistration; password: string }>

/** Allows or forbids registration to devices that have the product's secret. */
export async function setRegistration(
  ctx: Ctx,
  { productId, dynamicRegistration, password }: RegistrationChange,
): Promise<null> {
  await requirePlatformStaff(ctx)
  await requirePassword(ctx, password)
  if (!(await writeRegistration(ctx.db, productId, dynamicRegistration))) refuse('product.unknown')
  return null
}
