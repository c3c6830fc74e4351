import { faultApi } from '@brigade/contract/fault/record.endpoints.ts'
import { useMemo } from 'react'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { optionSource } from '../../ui/field/cascade/cascade-source.ts'
import { actText } from '../fault.text.ts'

type Props = {
  /** Joined by commas. */
  recordIds: string
  value: string | null
  isMissing: boolean
  onChange: (accountId: string | null) => void
}

/** Accounts that see all these records, found by part of their name or of their organisation's name. */
const sourceOf = (ids: string) =>
  optionSource(['fault', 'assignees', ids], async (client, { typed, value }) => {
    const wish = { ...(typed === undefined ? {} : { keyword: typed }), ...(value === undefined ? {} : { id: value }) }
    const found = await client.fetchQuery(ask(faultApi.assignees, { ids, ...wish }, { quiet: true }))
    return found.map(({ id, name, organisation }) => ({ value: id, label: `${name} · ${organisation}` }))
  })

/** The account that records are assigned to. */
export function AssigneeField({ recordIds, value, isMissing, onChange }: Props) {
  const w = useWords(actText)
  const source = useMemo(() => sourceOf(recordIds), [recordIds])
  return (
    <CascadeField
      label={w.to}
      required
      hint={w.toHint}
      error={isMissing ? w.required : undefined}
      source={source}
      value={value === null ? [] : [value]}
      onChange={(path) => onChange(path.at(-1) ?? null)}
    />
  )
}
