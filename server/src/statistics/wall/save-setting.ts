import type { WallQuery, WallSetting, WallSettingDraft } from '@brigade/contract/statistics/wall/wall.model.ts'
import { listSeenPictures } from '../../file/file.store.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { findDress, findSetting, findShown, lockSetting, writeSetting } from './row/setting.store.ts'
import { wallChanged } from './watch-wall.ts'

const orRefuse = async ({ db, caller }: Pick<Ctx, 'db' | 'caller'>, id: string) =>
  (await findShown(db, caller, id)) ?? refuse('wall.unknownOrganisation')

/** The settings of an organisation, and the defaults where it has set none. */
export async function readSetting(ctx: Ctx, { query }: { query: WallQuery }): Promise<WallSetting> {
  const { db, caller } = ctx
  const { id, name } = await orRefuse(ctx, query.organisation ?? caller.organisationId)
  const scope = { organisationId: id }
  const [own, above] = await Promise.all([findSetting(db, scope), findDress(db, scope, 1)])
  return {
    organisation: { id, name },
    title: { en: own?.enTitle ?? '', zh: own?.title ?? '' },
    logoFileId: own?.logoFileId ?? null,
    hidesCustomers: own?.hidesCustomers ?? false,
    updatedAt: own?.updatedAt ?? null,
    inherited: { title: above.title, from: above.from },
  }
}

export async function saveSetting(ctx: Ctx, { body }: { body: WallSettingDraft }): Promise<WallSetting> {
  const { db, caller, clock } = ctx
  const { organisationId, enTitle, zhTitle, logoFileId, hidesCustomers, updatedAt } = body
  await orRefuse(ctx, organisationId)
  await transaction(db, async (trx) => {
    const scope = { organisationId }
    const base = await lockSetting(trx, scope)
    if (instantOf(base?.updatedAt) !== instantOf(updatedAt)) refuse('wall.changedSince')
    const isNew = logoFileId !== null && logoFileId !== base?.logoFileId
    if (isNew && !(await listSeenPictures(trx, caller, [logoFileId], 'logo')).has(logoFileId))
      refuse('wall.unknownLogo', undefined, { fields: { logoFileId: 'wall.unknownLogo' } })
    const fields = { title: zhTitle, enTitle, logoFileId, hidesCustomers }
    await writeSetting(trx, scope, fields, clock.now())
    await notifyOnCommit(trx, 'live', { [wallChanged]: [organisationId] })
  })
  return readSetting(ctx, { query: { organisation: organisationId } })
}

const instantOf = (text: string | null | undefined): number =>
  text === undefined || text === null ? 0 : Date.parse(text)
