import type {
  SiteFirmware,
  SiteFirmwareSearch,
  SitePerson,
  SitePersonKind,
  SitePersonSearch,
  SiteRecipe,
  SiteRecipeSearch,
  SiteUpgrade,
  SiteUpgrades,
} from '@brigade/contract/customer/site.model.ts'
import { siteUpgradesShown } from '@brigade/contract/customer/site.model.ts'
import type { Page, Paging } from '@brigade/contract/paging.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { offsetOf } from '../../platform/db/page.ts'
import { here, isSilent, openUpgrades, type Site } from './site.store.ts'

type Wanted = Readonly<{ rows: RawBuilder<unknown>; order: RawBuilder<unknown> }>

/** Rows of one site are few enough to be counted with their page. */
async function readSitePage<R>(db: Db, paging: Paging, { rows, order }: Wanted): Promise<Page<R>> {
  const [page, counted] = await Promise.all([
    sql<R>`select * from (${rows}) as r order by ${order} limit ${paging.pageSize} offset ${offsetOf(paging)}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from (${rows}) as r`.execute(db),
  ])
  return { list: page.rows, total: counted.rows[0]?.n ?? 0, pageNum: paging.pageNum, pageSize: paging.pageSize }
}

const names = (row: string) =>
  sql`jsonb_build_object('zh', ${sql.ref(`${row}.name`)}, 'en', ${sql.ref(`${row}.enName`)})`

const people: Readonly<Record<SitePersonKind, (site: Site) => RawBuilder<unknown>>> = {
  staff: ({ organisationId }) => sql`
    select 'staff' as kind, a.id::text as id, a.name, name_key(a.name, a.spelling) as named, masked_person(a.phone) as phone, a.enabled,
      case when r.id is not null then ${names('r')} end as role, null::int as devices, null::int as owned, a.last_login_at as last_at
    from account a left join role r on r.id = a.role_id
    where a.organisation_id = ${organisationId}::bigint and a.removed_at is null`,
  user: (site) => sql`
    select 'user' as kind, u.id::text as id, u.nickname as name, name_key(u.nickname, u.spelling) as named, masked_person(u.phone) as phone, u.enabled,
      null::jsonb as role, b.devices, b.owned, u.last_call_at as last_at
    from (
      select b.app_user_id, count(*)::int as devices, (count(*) filter (where b.role = 'owner'))::int as owned
      from device_state s join device_binding b on b.device_id = s.device_id and b.unbound_at is null where ${here(site)} group by 1
    ) as b join app_user u on u.id = b.app_user_id where u.removed_at is null`,
}

/** Staff before app users, each by name; sorted by name, all in one order. */
export async function findSitePeople(
  db: Db,
  site: Site,
  kinds: readonly SitePersonKind[],
  search: SitePersonSearch,
): Promise<Page<SitePerson>> {
  const parts = kinds.map((kind) => people[kind](site))
  if (parts.length === 0) return { list: [], total: 0, pageNum: search.pageNum, pageSize: search.pageSize }
  const direction = search.sort === '-name' ? sql`desc` : sql`asc`
  return readSitePage(db, search, {
    rows: sql.join(parts, sql` union all `),
    order: sql`${search.sort === undefined ? sql`kind, ` : sql``}named collate "C" ${direction}, kind, id::bigint ${direction}`,
  })
}

const versions = (column: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'ovens', v.ovens) order by v.version desc), '[]')
  from (select w as version, count(*)::int as ovens from unnest(${sql.ref(column)}) as w where w is not null group by 1) as v)`

/** The name is that of the version that they hold or are to have: nothing of a draft is told. */
export const findSiteRecipes = (db: Db, site: Site, search: SiteRecipeSearch): Promise<Page<SiteRecipe>> =>
  readSitePage(db, search, {
    rows: sql`
      select jsonb_build_object('id', d.recipe_id::text, 'name', jsonb_build_object(
          'zh', coalesce(t.named ->> 'zh', t.named ->> 'en', t.any, r.code), 'en', coalesce(t.named ->> 'en', t.named ->> 'zh', t.any, r.code))) as recipe,
        ${versions('d.helds')} as held, ${versions('d.wanteds')} as wanted, d.ovens, d.waiting, d.failing, d.changed_at, d.recipe_id
      from (
        select d.recipe_id, count(*)::int as ovens, array_agg(d.held_version) as helds, array_agg(d.wanted_version) as wanteds,
          (count(*) filter (where d.state in ('waiting', 'sending', 'behind', 'removing')))::int as waiting,
          (count(*) filter (where d.state in ('failed', 'unfit')))::int as failing, max(d.changed_at) as changed_at,
          coalesce(max(d.wanted_version), max(d.held_version)) as shown
        from device_state s join recipe_device d on d.device_id = s.device_id where ${here(site)} group by 1
      ) as d join recipe r on r.id = d.recipe_id
      left join lateral (
        select jsonb_object_agg(x.key, x.value ->> 'name') as named, min(x.value ->> 'name') as any
        from recipe_version v, jsonb_each(v.content -> 'texts') as x
        where v.recipe_id = d.recipe_id and v.version = d.shown and x.value ->> 'name' <> ''
      ) as t on true`,
    order: search.sort === 'changedAt' ? sql`changed_at, recipe_id` : sql`changed_at desc, recipe_id desc`,
  })

/** The most used first. */
export const findSiteFirmware = (db: Db, site: Site, search: SiteFirmwareSearch): Promise<Page<SiteFirmware>> =>
  readSitePage(db, search, {
    rows: sql`
      select jsonb_build_object('id', p.id::text, 'name', ${names('p')}) as product, f.* from (
        select s.product_id, s.kind, m.module, m.version, count(*)::int as devices
        from device_state s join device_module m on m.device_id = s.device_id and m.version <> '' where ${here(site)} group by 1, 2, 3, 4
        union all
        select s.product_id, s.kind, '', '', count(*)::int from device_state s where ${here(site)} and ${isSilent} group by 1, 2
      ) as f join product p on p.id = f.product_id`,
    order:
      search.sort === 'devices'
        ? sql`devices, product_id desc, module desc, version desc`
        : sql`devices desc, product_id, module, version`,
  })

export async function listSiteUpgrades(db: Db, site: Site): Promise<SiteUpgrades> {
  const { rows } = await sql<SiteUpgrade & Readonly<{ total: number }>>`
    select jsonb_build_object('id', t.id::text, 'name', t.name, 'status', t.status) as task, count(*)::int as devices,
      (count(*) filter (where u.state = 'succeeded'))::int as done, (count(*) filter (where u.state = 'failed'))::int as failed,
      t.started_at, (count(*) over ())::int as total
    ${openUpgrades(site)} group by t.id order by t.id desc limit ${siteUpgradesShown}`.execute(db)
  return { list: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
