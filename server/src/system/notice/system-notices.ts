import type { SystemNotices } from '@brigade/contract/system/notice.endpoints.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { findStandstill } from '../../platform/intake/intake.store.ts'
import { refuse } from '../../platform/refusal.ts'
import { accountsWithPublishedPassword } from './published-password.ts'

export async function systemNotices(ctx: Ctx): Promise<SystemNotices> {
  if (!(await isPlatformStaff(ctx))) refuse('system.platformOnly')
  const since = await findStandstill(ctx.db)
  return {
    intakeStandsSince: since === undefined ? null : new Date(since).toISOString(),
    publishedPasswordOf: await accountsWithPublishedPassword(ctx),
  }
}
