import type { WallPage, WallQuery } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findLinkById } from './row/link.store.ts'
import { findDress } from './row/setting.store.ts'
import { wallZone } from './today.ts'
import { hidesCustomers, shownTo } from './shown-organisation.ts'

/** Everything around the figures: the organisation, its title and logo, and the hidden parts. */
export async function readWallPage(ctx: Ctx, { query }: { query: WallQuery }): Promise<WallPage> {
  const { db, caller } = ctx
  const { id, name, kind } = await shownTo(ctx, query)
  const [dress, hides, link] = await Promise.all([
    findDress(db, { organisationId: id }),
    hidesCustomers(ctx, id),
    caller.linkId === undefined ? undefined : findLinkById(db, caller.linkId),
  ])
  return {
    organisation: { id, name, isPlatform: kind === 'platform' },
    title: dress.title,
    logo: dress.logoFileId,
    hidesCustomers: hides,
    zone: wallZone(ctx.settings),
    link: link === undefined ? null : { id: link.id, locale: link.locale },
  }
}

/** The logo that the page names: it may belong to an organisation above, which the holder of a link does not see. */
export async function readWallLogo(ctx: Ctx, { query }: { query: WallQuery }): Promise<FileAnswer> {
  const { id } = await shownTo(ctx, query)
  const { logoFileId } = await findDress(ctx.db, { organisationId: id })
  const body = logoFileId === null ? null : await ctx.files.get(logoFileId)
  return body === null ? refuse('wall.noLogo') : { body, mediaType: 'image/webp' }
}
