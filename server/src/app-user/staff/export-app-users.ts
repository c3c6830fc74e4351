import type { AppUserExport, AppUserRow } from '@brigade/contract/app-user/app-user.model.ts'
import { tableMediaTypes } from '@brigade/contract/job/job.model.ts'
import type { Locale, Words } from '@brigade/contract/locale.ts'
import type { TableColumn } from '../../platform/excel/table.ts'
import { wallText, zoneOffset } from '../../platform/excel/zone-time.ts'
import { writeTable } from '../../platform/excel/write-table.ts'
import type { Ctx, FileAnswer } from '../../platform/http/context.ts'
import { listAllIds, listById } from './app-user-list.store.ts'
import { rowOf, seeingOf } from './list-app-users.ts'

const atOnce = 500

/** The people of a search, in its order, all pages: their ids at once, what the rows show bit by bit. */
async function* peopleOf(ctx: Ctx, search: AppUserExport): AsyncGenerator<AppUserRow> {
  const seeing = seeingOf(ctx)
  const ids = await listAllIds(seeing, search)
  for (let start = 0; start < ids.length; start += atOnce) {
    const wanted = ids.slice(start, start + atOnce)
    const people = new Map((await listById(seeing, wanted)).map((person) => [person.id, person]))
    for (const id of wanted) {
      const person = people.get(id)
      // Erased meanwhile.
      if (person !== undefined) yield rowOf(person)
    }
  }
}

const heads = {
  nickname: { en: 'Nickname', zh: '昵称' },
  phone: { en: 'Phone', zh: '手机号' },
  email: { en: 'E-mail', zh: '邮箱' },
  devices: { en: 'Devices', zh: '设备数' },
  boundAt: { en: 'Bound', zh: '绑定时间' },
  lastLoginAt: { en: 'Last sign-in', zh: '最近登录' },
  createdAt: { en: 'Registered', zh: '注册时间' },
  state: { en: 'State', zh: '状态' },
} as const satisfies Readonly<Record<string, Words>>
const states = { true: { en: 'Normal', zh: '正常' }, false: { en: 'Disabled', zh: '禁用' } }

function columnsIn(locale: Locale): readonly TableColumn<AppUserRow>[] {
  const text = (head: Words, value: (row: AppUserRow) => string): TableColumn<AppUserRow> => ({
    head,
    type: 'text',
    value,
  })
  return [
    text(heads.nickname, ({ nickname }) => nickname),
    text(heads.phone, ({ phone }) => phone),
    text(heads.email, ({ email }) => email),
    { head: heads.devices, type: 'number', value: ({ devices }) => devices },
    { head: heads.boundAt, type: 'instant', value: ({ boundAt }) => boundAt },
    { head: heads.lastLoginAt, type: 'instant', value: ({ lastLoginAt }) => lastLoginAt },
    { head: heads.createdAt, type: 'instant', value: ({ createdAt }) => createdAt },
    text(heads.state, ({ enabled }) => states[enabled ? 'true' : 'false'][locale]),
  ]
}

export async function downloadAppUsers(ctx: Ctx, { query }: { query: AppUserExport }): Promise<FileAnswer> {
  const { clock, locale, timeZone } = ctx
  const now = clock.now()
  const day = wallText(now + zoneOffset(timeZone)(now)).slice(0, 10)
  return {
    body: writeTable(query.format, columnsIn(locale), peopleOf(ctx, query), { locale, timeZone }),
    mediaType: tableMediaTypes[query.format],
    fileName: `${locale === 'zh' ? '应用用户' : 'app-users'}-${day}.${query.format}`,
  }
}
