import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import type { AccountDetail } from '@brigade/contract/system/account/account.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../../platform/locale.ts'
import { askPage } from '../../../platform/query.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import css from '../account.module.css'
import { accountActText } from '../account.text.ts'

type Props = {
  accountId: string
  inHand: AccountDetail['inHand']
  value: string | null
  error: string | undefined
  onChange: (id: string | null) => void
}

/** The pending work, its fate without a successor, and the successor: of the same organisation or one above it, found by name. */
export function SuccessorSelect({ accountId, inHand, value, error, onChange }: Props) {
  const w = useWords(accountActText)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const keyword = typed === '' || typed === chosen?.label ? {} : { keyword: typed }
  const { data } = useQuery(askPage(accountApi.select, { successorOf: accountId, ...keyword }, { quiet: true }))
  const found = (data ?? []).map(({ id, name, organisationName }) => ({
    value: id,
    label: `${name} · ${organisationName}`,
  }))
  const isMissing = chosen !== null && !found.some((one) => one.value === chosen.value)
  const options = isMissing ? [chosen, ...found] : found
  return (
    <>
      <p>{w.inHand}</p>
      <ul className={css.inHand}>
        {inHand.map(({ kind, count }) => (
          <li key={kind}>{w[`left-${kind}`]({ count })}</li>
        ))}
      </ul>
      <SelectField
        label={w.successor}
        hint={w.successorHint}
        placeholder={w.noSuccessor}
        clearable
        options={options}
        value={value}
        error={error}
        onSearch={setTyped}
        onChange={(id) => {
          setChosen(options.find((one) => one.value === id) ?? null)
          onChange(id)
        }}
      />
    </>
  )
}
