import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import type { OrganisationKind } from '@brigade/contract/customer/organisation.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../platform/locale.ts'
import { askPage } from '../platform/query.ts'
import { SelectField } from '../ui/field/select-field.tsx'
import { optionLabel, organisationKindText } from './organisation.text.ts'

export type Organisation = { id: string; name: string; kind: OrganisationKind }

type Props = {
  label: string
  /** Only organisations below which one of this kind is allowed; by default any. */
  holds?: OrganisationKind
  /** The one chosen, which need not be among those found. */
  chosen: (Pick<Organisation, 'id' | 'name'> & Partial<Pick<Organisation, 'kind'>>) | null
  onChange: (chosen: Organisation) => void
  onBlur: () => void
  error: string | undefined
  hint: string
}

/** An organisation that the caller sees, found by its name. */
export function OrganisationSelect({ holds, chosen, onChange, ...field }: Props) {
  const kinds = useWords(organisationKindText)
  const [typed, setTyped] = useState('')
  // Choosing puts the chosen name into the field: that is not a search.
  const keyword = typed === '' || typed.startsWith(chosen?.name ?? ' ') ? {} : { keyword: typed }
  const wish = holds === undefined ? keyword : { holds, ...keyword }
  const { data } = useQuery(askPage(customerApi.organisations, wish, { quiet: true }))
  const found = data ?? []
  const options = found.map((one) => ({ value: one.id, label: `${optionLabel(one)} · ${kinds[one.kind]}` }))
  const isMissing = chosen !== null && !found.some(({ id }) => id === chosen.id)
  // It equals the label in the options, because a changed label would clear the typed text.
  const ownLabel = chosen?.kind === undefined ? chosen?.name : `${chosen.name} · ${kinds[chosen.kind]}`
  const choose = (id: string | null): void => {
    const one = found.find((each) => each.id === id)
    if (one !== undefined) onChange(one)
  }
  return (
    <SelectField
      {...field}
      required
      options={isMissing ? [{ value: chosen.id, label: ownLabel ?? chosen.name }, ...options] : options}
      value={chosen?.id ?? null}
      onSearch={setTyped}
      onChange={choose}
    />
  )
}
