import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { hasAppUsers, insertAppUsers, type AppUserDraft } from './app-user.store.ts'

/** Cooks and owners of the demo's kitchens. */
const demo: readonly AppUserDraft[] = [
  { nickname: 'Klaas Petersen', email: 'klaas@grandquay.example' },
  { nickname: 'Mette Lund', email: 'mette@grandquay.example' },
  { nickname: 'Ingrid Solberg', email: 'ingrid@fjordkantine.example' },
  { nickname: 'Lucie Berthier', email: 'lucie@berthier.example' },
  { nickname: '湖滨主厨老周', phone: '13900000011' },
  { nickname: '小面包', phone: '13900000012' },
]

/** The demo's end users of the phone app; a second start adds none. */
export async function seedAppUsers({ db, clock }: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  if (!(await hasAppUsers(db))) await insertAppUsers(db, demo, clock.now())
}
