import type { DemoSignIn } from '@brigade/contract/session/session.model.ts'
import type { Platform } from '../../platform/http/context.ts'
import { publishedPassword } from '../../platform/settings.ts'
import { readDemoState } from '../../platform/program/demo-rows.store.ts'
import { hasPublishedPassword, isReachableFromElsewhere } from '../../system/notice/published-password.ts'
import { administratorAccount } from '../account.seed.ts'

/**
 * What the sign-in page shows of a demo: the password is the printed one or none at all. An installation whose demo was removed, or that
 * other machines can reach, is somebody's, whatever its settings say.
 */
export async function readDemoSignIn(ctx: Pick<Platform, 'db' | 'caches' | 'settings'>): Promise<DemoSignIn | null> {
  if (!ctx.settings.demo || isReachableFromElsewhere(ctx.settings)) return null
  if ((await readDemoState(ctx.db)).state !== 'here') return null
  if (!(await hasPublishedPassword(ctx, administratorAccount))) return null
  return { account: administratorAccount, password: publishedPassword }
}
