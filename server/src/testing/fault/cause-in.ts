import type { TestApp } from '../start-app.ts'

/** A cause with which faults may be closed: the first in the list, or the one that a version brought under this key. */
export async function causeIn({ db }: Pick<TestApp, 'db'>, key?: string): Promise<string> {
  const rows = db.selectFrom('faultCause').where('removedAt', 'is', null).where('enabled', '=', true)
  const { id } = await (key === undefined ? rows : rows.where('key', '=', key))
    .select('id')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
