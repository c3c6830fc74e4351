import type { SystemNotices } from '@brigade/contract/system/notice.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { findStandstill } from '../../platform/intake/intake.store.ts'
import { accountsToWarnOf } from './published-password.ts'

export async function systemNotices(ctx: Ctx): Promise<SystemNotices> {
  await requirePlatformStaff(ctx, 'system.platformOnly')
  const since = await findStandstill(ctx.db)
  return {
    intakeStandsSince: since === undefined ? null : new Date(since).toISOString(),
    publishedPasswordOf: await accountsToWarnOf(ctx),
  }
}
