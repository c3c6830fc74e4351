import type { AppVersionDraft } from '@brigade/contract/app-user/app-user.model.ts'
import { demoMs, type DemoMoment } from '../platform/program/demo-days.ts'
import type { SeedOptions } from '../platform/program/domain.ts'
import { hasAppUsers, insertAppUsers, listWithoutKeys, writeKeys, type AppUserDraft } from './app-user.store.ts'
import { insertDemoPast } from './demo-past.store.ts'
import { addressKey } from './keyed-hash.ts'
import { saveVersion } from './version.store.ts'

type DemoPerson = Omit<AppUserDraft, 'phoneKey' | 'emailKey'> & Readonly<{ since: DemoMoment }>

/** Cooks and owners of the demo's kitchens, registered before they bound a device (device/demo/demo-bindings.ts). */
const demo: readonly DemoPerson[] = [
  { nickname: 'Klaas Petersen', email: 'klaas@grandquay.example', since: '2025-04-03T09:51:00Z' },
  { nickname: 'Mette Lund', email: 'mette@grandquay.example', since: '2025-04-05T07:22:00Z' },
  { nickname: 'Ingrid Solberg', email: 'ingrid@fjordkantine.example', since: '2025-03-12T11:44:00Z' },
  { nickname: 'Lucie Berthier', email: 'lucie@berthier.example', since: '2023-11-21T05:02:00Z' },
  { nickname: '湖滨主厨老周', phone: '13900000011', since: '2025-05-21T00:47:00Z' },
  { nickname: '小面包', phone: '13900000012', since: '2025-02-19T22:55:00Z' },
  { nickname: '平江路小满', phone: '13900000013', since: '2025-02-20T02:04:00Z' },
  { nickname: '林师傅', phone: '13900000014', since: '2025-07-16T02:31:00Z' },
  { nickname: '阿珍点心', phone: '13900000015', since: '2024-12-13T07:12:00Z' },
  { nickname: 'Wei Ling', email: 'weiling@keonghin.example', since: { daysAgo: 345, at: '02:26' } },
  { nickname: 'Maya Laframboise', email: 'maya@alderstreet.example', since: '2024-05-29T16:20:00Z' },
  { nickname: '罗师傅', phone: '13900000016', since: '2025-05-10T03:38:00Z' },
  { nickname: 'Katrin Wolf', email: 'k.wolf@mensa-elbufer.example', since: '2023-09-27T08:05:00Z' },
  { nickname: 'Thomas Girard', email: 'thomas@cuisine-des-monts.example', since: '2023-12-20T13:47:00Z' },
  { nickname: '麦香小赵', phone: '13900000017', since: '2025-10-13T01:19:00Z' },
  { nickname: '熊老板', phone: '13900000018', since: '2024-11-07T08:33:00Z' },
  { nickname: 'Sanne Visser', email: 'sanne@harbourcatering.example', since: { daysAgo: 5, at: '12:08' } },
  { nickname: '食堂何老师', phone: '13900000019', since: { daysAgo: 2, at: '06:52' } },
]

/**
 * The simulated fleet plays the phones of these people, identified by their number there. They had registered long
 * before their phones call for the first time. The phones report the name, language and app.
 */
const played: readonly (Required<Pick<DemoPerson, 'nickname' | 'locale' | 'since'>> & Readonly<{ app: string }>)[] = [
  { nickname: 'Anna Lindqvist', locale: 'en', app: 'android/2.3.1 (Android 15)', since: { daysAgo: 21, at: '09:14' } },
  { nickname: '小林', locale: 'zh', app: 'android/2.3.1 (Android 15)', since: { daysAgo: 325, at: '00:47' } },
  { nickname: 'Ben Okafor', locale: 'en', app: 'harmony/2.2.0 (HarmonyOS 5)', since: { daysAgo: 15, at: '13:26' } },
  { nickname: '陈师傅', locale: 'zh', app: 'android/2.3.1 (Android 15)', since: { daysAgo: 268, at: '06:18' } },
  { nickname: 'Chloé', locale: 'en', app: 'mini/1.8.0 (WeChat 8)', since: { daysAgo: 190, at: '07:39' } },
  { nickname: '阿芳', locale: 'zh', app: 'android/2.3.0 (Android 14)', since: { daysAgo: 203, at: '03:05' } },
  { nickname: 'Dirk Janssen', locale: 'en', app: 'mini/1.8.0 (WeChat 8)', since: { daysAgo: 131, at: '08:52' } },
  { nickname: '王姐', locale: 'zh', app: 'android/2.3.0 (Android 14)', since: { daysAgo: 96, at: '02:11' } },
  { nickname: 'Elif', locale: 'en', app: 'harmony/2.2.0 (HarmonyOS 5)', since: { daysAgo: 44, at: '16:33' } },
  { nickname: '李大厨', locale: 'zh', app: 'android/2.3.0 (Android 14)', since: { daysAgo: 8, at: '01:56' } },
  { nickname: 'Finn', locale: 'en', app: 'android/2.3.0 (Android 14)', since: { daysAgo: 62, at: '10:20' } },
  { nickname: '周周', locale: 'zh', app: 'android/2.3.0 (Android 14)', since: { daysAgo: 27, at: '05:43' } },
]
const addressOf = (number: number): string => `phone-1-${number}@simulated.example`

const sharing = { en: 'Share a device with the people of your kitchen', zh: '支持邀请同事共用设备' }
const steadier = { en: 'Connects faster, and finds its way back after a lost network', zh: '连接更快，断网后自动恢复' }
/** The versions that the simulated phones report. */
const demoVersions: readonly AppVersionDraft[] = [
  { type: 'android', version: '2.3.1', releasedOn: '2026-01-12', notes: steadier },
  { type: 'android', version: '2.3.0', releasedOn: '2025-11-03', notes: sharing },
  { type: 'ios', version: '2.3.1', releasedOn: '2026-01-15', notes: steadier },
  { type: 'harmony', version: '2.2.0', releasedOn: '2025-12-20', notes: sharing },
  { type: 'mini', version: '1.8.0', releasedOn: '2025-10-09', notes: steadier },
]

type Given = Pick<SeedOptions, 'db' | 'clock' | 'settings'>

/** The demo's end users of the phone app; a second start adds none. */
export async function seedAppUsers({ db, clock, settings }: Given): Promise<void> {
  if (await hasAppUsers(db)) return
  const now = clock.now()
  const people: readonly DemoPerson[] = [
    ...demo,
    ...played.map(({ nickname, locale, since }, number) => ({ nickname, locale, since, email: addressOf(number) })),
  ]
  await insertAppUsers(
    db,
    people.map(({ since, ...person }) => ({ ...person, createdAt: demoMs(since, now) })),
  )
  for (const version of demoVersions)
    await saveVersion(db, version, demoMs(`${version.releasedOn ?? ''}T03:30:00Z`, now))
  const apps = played.flatMap(({ app }, number) => {
    const [, type = '', version = '', system = ''] = /^(\w+)\/([\d.]+) \((.+)\)$/.exec(app) ?? []
    return [{ email: addressOf(number), type, version, system }]
  })
  await insertDemoPast(db, { at: now, zone: settings.statisticsZone, apps })
}

const atOnce = 500

/**
 * Adds the keyed hashes by which people are found to rows of an older version: the key is not in the database, so that
 * no migration can do it. If several people have one address, only the first gets its hash.
 */
export async function seedAddressKeys({ db, settings }: Pick<SeedOptions, 'db' | 'settings'>): Promise<void> {
  const keyOf = (address: string) => (address === '' ? null : addressKey(settings.secretKey, address))
  let done = ''
  for (;;) {
    const people = await listWithoutKeys(db, atOnce)
    const round = people.map(({ id }) => id).join()
    // The remaining ones have addresses that are already in use.
    if (people.length === 0 || round === done) return
    done = round
    for (const { id, phone, email } of people)
      await writeKeys(db, id, { phoneKey: keyOf(phone), emailKey: keyOf(email) })
    if (people.length < atOnce) return
  }
}
