import { randomUUID } from 'node:crypto'
import { accountLimits } from '@brigade/contract/system/account/account.model.ts'
import { dayMs } from '@brigade/contract/time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { withOperation } from '../../platform/db/connection/operation-mark.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { writeAccount } from '../../system/account/account.store.ts'
import { listAdministrators } from '../../system/notice/concerned.store.ts'
import { noteAdministratorAct } from '../../system/notice/note-act.ts'
import { madePassword } from '../../system/account/given-password.ts'
import { hashPassword } from '../../system/password.ts'
import { recordOperation } from '../../system/log/record-operation.store.ts'
import { forgetOtherBrowsers } from '../brake.store.ts'
import { removeTwoStep } from '../two-step/two-step.store.ts'
import { revokeSessions } from '../session.store.ts'
import { forgetFailuresOf, removeCodesOf } from '../sign-in.store.ts'

/** No such administrator exists; the message is for the person at the machine. */
export class RescueRefused extends Error {
  override name = 'RescueRefused'
}

/**
 * For a person with access to the machine when nobody can sign in: enables an administrator, unlocks it and sets a new
 * password, which is returned. Two-step sign-in is removed, because the app may be lost. Its sessions end, all
 * administrators are notified, and the operation log gets a line.
 */
export async function rescueAdministrator({ db, clock }: { db: Db; clock: Clock }, wanted: string): Promise<string> {
  const password = madePassword()
  const passwordHash = await hashPassword(password)
  const at = clock.now()
  const operationId = randomUUID()
  // The log line is in the same transaction as the change, so that neither exists without the other.
  const rescue = async (trx: Transaction): Promise<void> => {
    const all = await listAdministrators(trx)
    const found = all.find(({ account }) => account.toLowerCase() === wanted.toLowerCase())
    if (found === undefined)
      throw new RescueRefused(
        `${wanted === '' ? 'Say which administrator' : `${wanted} is no administrator of the platform`}: ${all.map(({ account }) => account).join(', ')}`,
      )
    const { id, account, organisationId } = found
    const presetUntil = new Date(at + accountLimits.presetDays * dayMs).toISOString()
    const given = { passwordHash, mustChangePassword: true, presetUntil }
    await writeAccount(trx, id, { ...given, enabled: true, disabledReason: '' }, at)
    await revokeSessions(trx, { accountId: id }, { because: 'password', at })
    await removeCodesOf(trx, id)
    await forgetOtherBrowsers(trx, id, undefined)
    await forgetFailuresOf(trx, { id, account })
    const acted = { accountId: id, actorId: null, at }
    await noteAdministratorAct(trx, { ...acted, act: 'reset-password' })
    if (await removeTwoStep(trx, id)) await noteAdministratorAct(trx, { ...acted, act: 'reset-two-step' })
    await recordOperation(trx, {
      operationId,
      within: true,
      time: at,
      actor: { accountId: id, account, organisationId },
      address: '',
      module: 'account',
      operation: 'rescueAdministrator',
      method: 'COMMAND',
      path: 'npm run administrator',
      durationMs: clock.now() - at,
      code: 200,
      success: true,
      request: { account },
      response: null,
    })
    await notifyOnCommit(trx, 'access', {})
  }
  const mark = { id: operationId, accountId: null, call: 'account.rescueAdministrator' }
  await withOperation(mark, () => transaction(db, rescue))
  return password
}
