import type { UserInfo } from '@brigade/contract/session/session.model.ts'
import { findOrganisation } from '../../customer/organisation.store.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { mailsLinks } from '../email-link/compose-link-mail.ts'
import { getUserInfo } from '../session.store.ts'

/** The signed-in account and the organisation of the console. */
export async function getOwnUser({ db, caller, settings }: Pick<Ctx, 'db' | 'caller' | 'settings'>): Promise<UserInfo> {
  const { mustChangePassword, opened } = caller
  const user = { ...(await getUserInfo(db, caller.accountId)), mailsLinks: mailsLinks(settings) }
  const organisation = opened === null ? undefined : await findOrganisation(db, caller, caller.organisationId)
  if (opened === null || organisation === undefined) return { ...user, mustChangePassword, opened: null }
  const until = new Date(opened.until).toISOString()
  return { ...user, mustChangePassword, organisation, opened: { until, home: user.organisation } }
}
