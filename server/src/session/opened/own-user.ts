import type { UserInfo } from '@brigade/contract/session/session.model.ts'
import { findOrganisation } from '../../customer/organisation.store.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { getUserInfo } from '../session.store.ts'

/** Who is signed in, and whose console it is. */
export async function getOwnUser({ db, caller }: Pick<Ctx, 'db' | 'caller'>): Promise<UserInfo> {
  const { mustChangePassword, opened } = caller
  const user = await getUserInfo(db, caller.accountId)
  const organisation = opened === null ? undefined : await findOrganisation(db, caller, caller.organisationId)
  if (opened === null || organisation === undefined) return { ...user, mustChangePassword, opened: null }
  const until = new Date(opened.until).toISOString()
  return { ...user, mustChangePassword, organisation, opened: { until, home: user.organisation } }
}
