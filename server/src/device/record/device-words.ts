import type { ChangedField } from '@brigade/contract/device/record/record.model.ts'
import { listOrganisationNames } from '../../customer/organisation.store.ts'
import type { Db } from '../../platform/db/database.ts'
import type { LockedDevice, Standing } from './record.store.ts'
import { fieldsChanged, type FieldWords } from '../changes/write-change.ts'

/**
 * Converts facts of a record into the words of the change log. The names of organisations are read once for all of
 * them.
 */
export async function standingWords(
  db: Db,
  standings: readonly (Standing & Readonly<{ organisationId: string }>)[],
): Promise<(standing: Standing & Readonly<{ organisationId: string }>) => FieldWords> {
  const ids = standings.flatMap(({ organisationId, channelId }) =>
    channelId === null ? [organisationId] : [organisationId, channelId],
  )
  const named = await listOrganisationNames(db, [...new Set(ids)])
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return ({ organisationId, channelId, ...standing }) => ({
    customer: names.get(organisationId) ?? '',
    place: standing.place,
    address: standing.address,
    channelType: standing.channelType ?? '',
    channel: channelId === null ? '' : (names.get(channelId) ?? ''),
    installedAt: standing.installedAt ?? '',
    warrantyDays: standing.warrantyDays === null ? '' : String(standing.warrantyDays),
  })
}

const descriptionOf = ({ name, mac, factoryArea, note }: Described) => ({ name, mac, factoryArea, note })

type Described = Pick<LockedDevice, 'name' | 'mac' | 'factoryArea' | 'note'>

export const descriptionChanged = (before: Described, after: Described): ChangedField[] =>
  fieldsChanged(descriptionOf(before), descriptionOf(after))
