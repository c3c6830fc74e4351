import type { MissingSetup, SetupStep } from '@brigade/contract/system/notice.model.ts'
import { isPlatformStaff } from '../../customer/data-scope.ts'
import type { Ctx } from '../../platform/http/context.ts'
import type { Settings } from '../../platform/settings.ts'
import { placesOf } from '../log/seal/checkpoints.ts'
import { listWithPublishedPassword } from './published-password.ts'

/** Settings that are missing; they are of the machine, and no screen changes them. */
function missingSettings(settings: Settings): SetupStep[] {
  const missing = [
    { key: 'mail', isThere: settings.mail !== undefined, settings: ['SMTP_URL'] },
    { key: 'address', isThere: settings.publicUrl !== undefined, settings: ['PUBLIC_URL'] },
    {
      key: 'checkpoints',
      isThere: placesOf(settings).length > 0,
      settings: ['CHECKPOINT_FILE', 'CHECKPOINT_MAIL', 'S3_URL'],
    },
  ] as const
  return missing
    .filter(({ isThere }) => !isThere)
    .map(({ key, settings: names }) => ({ key, by: 'machine', settings: [...names], accounts: [] }))
}

/** Names are only for accounts that may see accounts. An account that can do nothing about it gets an empty list. */
export async function missingSetup(ctx: Ctx): Promise<MissingSetup> {
  const { caller, settings } = ctx
  if (caller.opened !== null || !(await isPlatformStaff(ctx))) return { steps: [] }
  const maySeeAll = caller.isAdministrator || caller.operationCodes.has('account:view')
  const mayReset = caller.isAdministrator || caller.operationCodes.has('account:reset-password')
  const accounts = await listWithPublishedPassword(ctx)
  const shown = maySeeAll ? accounts : accounts.filter((name) => name === caller.account)
  const isOwn = shown.includes(caller.account)
  const steps: SetupStep[] = caller.isAdministrator ? missingSettings(settings) : []
  if (shown.length > 0)
    steps.push({ key: 'passwords', by: mayReset || isOwn ? 'here' : 'others', settings: [], accounts: shown })
  return { steps: steps.some(({ by }) => by !== 'others') ? steps : [] }
}
