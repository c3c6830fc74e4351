import { firmwareApi } from '@brigade/contract/firmware/firmware.endpoints.ts'
import { CallError } from '../platform/call-error.ts'
import { ask } from '../platform/query.ts'
import { optionSource } from '../ui/field/cascade/cascade-source.ts'

/** Firmware models, found by typing part of the name or code: for a remote select. */
export const firmwareModelSource = optionSource(['firmware', 'models'], async (client, { typed, value }) => {
  if (value !== undefined) {
    try {
      const { id, name, code } = await client.fetchQuery(ask(firmwareApi.model, { id: value }, { quiet: true }))
      return [{ value: id, label: name, note: code }]
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return []
      throw error
    }
  }
  const query = { pageSize: 80, sort: 'name', ...(typed === undefined ? {} : { keyword: typed }) }
  const { list } = await client.fetchQuery(ask(firmwareApi.models, query, { quiet: true }))
  return list.map(({ id, name, code }) => ({ value: id, label: name, note: code }))
})
