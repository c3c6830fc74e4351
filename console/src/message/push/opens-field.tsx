import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Grid } from '../../ui/layout/layout.tsx'
import css from '../message.module.css'
import { taskFormText } from '../message.text.ts'
import type { TypedTask } from './task-typed.ts'
import type { TaskForm } from './use-task-form.ts'

const kinds = ['oven', 'cooler'] as const

/** A tap on the message opens one device or nothing. */
export function OpensField({ form }: { form: TaskForm }) {
  const w = useWords(taskFormText)
  const can = useCan()
  const { typed, put } = form
  const offered = kinds.filter((kind) => can(deviceCalls[kind].list.access))
  if (offered.length === 0 && typed.opens === null) return null
  return (
    <Grid gap="0 16" columns="2" className={css.pair}>
      <SelectField
        label={w.opens}
        value={typed.opens?.kind ?? null}
        placeholder={w.opensNothing}
        clearable
        options={offered.map((kind) => ({ value: kind, label: w[`opens-${kind}`] }))}
        onChange={(value) => {
          const kind = kinds.find((one) => one === value)
          put({ opens: kind === undefined ? null : { kind, id: '', name: '' } })
        }}
      />
      {typed.opens === null ? null : <DeviceField key={typed.opens.kind} form={form} opens={typed.opens} />}
    </Grid>
  )
}

/** Chooses a device by any part of its serial number, name or MAC. */
function DeviceField({ form, opens }: { form: TaskForm; opens: NonNullable<TypedTask['opens']> }) {
  const w = useWords(taskFormText)
  const [search, setSearch] = useState('')
  const keyword = search === '' || search === opens.name ? {} : { keyword: search }
  const { data } = useQuery(askPage(deviceCalls[opens.kind].list, { ...keyword, pageSize: 25 }, { quiet: true }))
  const found = (data?.list ?? []).map(({ id, name, sn }) => ({
    value: id,
    label: name === '' ? sn : `${name} · ${sn}`,
  }))
  const isMissing = opens.id !== '' && !found.some(({ value }) => value === opens.id)
  return (
    <SelectField
      label={w.opensDevice}
      required
      placeholder={w.opensFind}
      value={opens.id === '' ? null : opens.id}
      options={isMissing ? [{ value: opens.id, label: opens.name }, ...found] : found}
      error={form.errorOf('opens.id') === undefined ? form.errorOf('opens') : w.opensFirst}
      onSearch={setSearch}
      onChange={(id) => {
        const one = found.find(({ value }) => value === id)
        if (one !== undefined) form.put({ opens: { kind: opens.kind, id: one.value, name: one.label } })
      }}
    />
  )
}
