import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { SelectField } from '../../ui/field/select-field.tsx'
import { customerText } from '../customer.text.ts'
import { organisationKindText } from '../organisation.text.ts'

export type Parent = { id: string; name: string }

type Props = {
  /** The one chosen, which need not be among those found. */
  parent: Parent | null
  onChange: (parent: Parent) => void
  onBlur: () => void
  error: string | undefined
  hint: string
}

/** The organisation a customer stands under: the platform, a distributor or an agent that the caller sees, found by its name. */
export function ParentField({ parent, onChange, ...field }: Props) {
  const w = useWords(customerText)
  const kinds = useWords(organisationKindText)
  const [typed, setTyped] = useState('')
  // Choosing puts the chosen name into the field: that is not a search.
  const keyword = typed === '' || typed.startsWith(parent?.name ?? ' ') ? {} : { keyword: typed }
  const { data } = useQuery(askPage(customerApi.organisations, { holds: 'customer', ...keyword }, { quiet: true }))
  const found = data ?? []
  const options = found.map(({ id, name, kind }) => ({ value: id, label: `${name} · ${kinds[kind]}` }))
  const isMissing = parent !== null && !found.some(({ id }) => id === parent.id)
  const choose = (id: string | null): void => {
    const chosen = found.find((one) => one.id === id)
    if (chosen !== undefined) onChange(chosen)
  }
  return (
    <SelectField
      {...field}
      label={w.parent}
      required
      options={isMissing ? [{ value: parent.id, label: parent.name }, ...options] : options}
      value={parent?.id ?? null}
      onSearch={setTyped}
      onChange={choose}
    />
  )
}
