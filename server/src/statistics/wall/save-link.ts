import { wallLimits } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { WallLinkDraft, WallLinkRow, WallLinkSearch } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { newLinkToken } from './authenticate-link.ts'
import { countLiveLinks, endLink, insertLink, listLinks, lockLink, writeLink } from './row/link.store.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { findShown } from './row/setting.store.ts'

export async function listWallLinks(
  { db, caller }: Ctx,
  { query }: { query: WallLinkSearch },
): Promise<Page<WallLinkRow>> {
  const { pageNum, pageSize } = query
  return { ...(await listLinks(db, caller, query)), pageNum, pageSize }
}

type Saved = { id: string; tokenSecret: string | null }

/** Creates a link and returns its token, once; or changes the name of a link and its content. */
export const saveLink = (ctx: Ctx, { body }: { body: WallLinkDraft }): Promise<Saved> =>
  body.id === undefined ? addLink(ctx, body) : changeLink(ctx, { ...body, id: body.id })

async function addLink({ db, caller, clock }: Ctx, draft: WallLinkDraft): Promise<Saved> {
  const { organisationId, name, locale, hidesCustomers } = draft
  return transaction(db, async (trx) => {
    const shown = await findShown(trx, caller, organisationId)
    const atField = (key: 'wall.unknownOrganisation' | 'wall.disabledOrganisation') =>
      refuse('field.refused', undefined, { fields: { organisationId: key } })
    if (shown === undefined) return atField('wall.unknownOrganisation')
    if (!shown.enabled) return atField('wall.disabledOrganisation')
    if ((await countLiveLinks(trx, organisationId)) >= wallLimits.links)
      refuse('wall.tooManyLinks', { max: wallLimits.links })
    const token = newLinkToken()
    const made = {
      organisationId,
      name,
      locale,
      hidesCustomers,
      tokenHash: hashOf(token),
      creatorId: caller.accountId,
      creatorName: caller.name,
    }
    return { id: await insertLink(trx, made, clock.now()), tokenSecret: token }
  })
}

async function changeLink({ db, caller, clock }: Ctx, draft: WallLinkDraft & { id: string }): Promise<Saved> {
  const { id, name, locale, hidesCustomers, updatedAt } = draft
  return transaction(db, async (trx) => {
    const link = (await lockLink(trx, caller, id)) ?? refuse('wall.unknownLink')
    if (link.endedAt !== null) refuse('wall.linkIsOver')
    if (updatedAt === undefined || Date.parse(updatedAt) !== Date.parse(link.updatedAt)) refuse('wall.changedSince')
    await writeLink(trx, id, { name, locale, hidesCustomers }, clock.now())
    // Screens that show it hide the same names from now on.
    await notifyOnCommit(trx, 'access', {})
    return { id, tokenSecret: null }
  })
}

/** Its holder loses access: streams end at once, and the next request is refused. */
export async function revokeLink({ db, caller, clock }: Ctx, { body }: { body: { id: string } }): Promise<null> {
  await transaction(db, async (trx) => {
    const link = (await lockLink(trx, caller, body.id)) ?? refuse('wall.unknownLink')
    if (link.endedAt !== null) return
    await endLink(trx, link.id, clock.now())
    await notifyOnCommit(trx, 'access', {})
  })
  return null
}
