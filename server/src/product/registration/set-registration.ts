import type { DynamicRegistration } from '@brigade/contract/product/registration/registration.endpoints.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requirePassword } from '../../session/require-password.ts'
import { writeRegistration } from './registration.store.ts'

type Asked = Readonly<{ productId: string; dynamicRegistration: DynamicRegistration; password: string }>

/** Opens a door to whoever has the product's secret, or closes it. */
export async function setRegistration(ctx: Ctx, { productId, dynamicRegistration, password }: Asked): Promise<null> {
  await requirePlatformStaff(ctx)
  await requirePassword(ctx, password)
  if (!(await writeRegistration(ctx.db, productId, dynamicRegistration))) refuse('product.unknown')
  return null
}
