import type { SeedOptions } from '../platform/program/domain.ts'
import { hasAppUsers, insertAppUsers, listWithoutKeys, writeKeys, type AppUserDraft } from './app-user.store.ts'
import { addressKey } from './keyed-hash.ts'

/** Cooks and owners of the demo's kitchens. */
const demo: readonly AppUserDraft[] = [
  { nickname: 'Klaas Petersen', email: 'klaas@grandquay.example' },
  { nickname: 'Mette Lund', email: 'mette@grandquay.example' },
  { nickname: 'Ingrid Solberg', email: 'ingrid@fjordkantine.example' },
  { nickname: 'Lucie Berthier', email: 'lucie@berthier.example' },
  { nickname: '湖滨主厨老周', phone: '13900000011' },
  { nickname: '小面包', phone: '13900000012' },
]

type Given = Pick<SeedOptions, 'db' | 'clock'>

/** The demo's end users of the phone app; a second start adds none. */
export async function seedAppUsers({ db, clock }: Given): Promise<void> {
  if (!(await hasAppUsers(db))) await insertAppUsers(db, demo, clock.now())
}

const atOnce = 500

/**
 * Gives people the keyed hashes by which they are found, where a version before these wrote them: the key is not in the database,
 * so that no migration can. Where one address is several people's, those after the first stay without.
 */
export async function seedAddressKeys({ db, settings }: Pick<SeedOptions, 'db' | 'settings'>): Promise<void> {
  const keyOf = (address: string) => (address === '' ? null : addressKey(settings.secretKey, address))
  let done = ''
  for (;;) {
    const people = await listWithoutKeys(db, atOnce)
    const round = people.map(({ id }) => id).join()
    // Only those are left whose addresses somebody else has.
    if (people.length === 0 || round === done) return
    done = round
    for (const { id, phone, email } of people)
      await writeKeys(db, id, { phoneKey: keyOf(phone), emailKey: keyOf(email) })
    if (people.length < atOnce) return
  }
}
