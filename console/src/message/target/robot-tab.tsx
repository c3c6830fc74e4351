import { locales } from '@brigade/contract/locale.ts'
import { messageText as serverText } from '@brigade/contract/message/message.text.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import {
  RobotDraft,
  TargetSearch,
  robotMakers,
  targetLimits,
  type RobotRow,
} from '@brigade/contract/message/target.model.ts'
import { useMemo } from 'react'
import { useKept } from '../../platform/kept-work.ts'
import { languageNames, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { PasswordField, TextField } from '../../ui/field/text-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { WithListSheet } from '../../ui/list-page/list-sheet.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { Row } from '../../ui/layout/layout.tsx'
import css from '../message.module.css'
import { messageText, taskText } from '../message.text.ts'
import { targetText } from './target.text.ts'
import { targetColumns } from './target-columns.tsx'
import { TypeBoxes } from './type-boxes.tsx'
import { useTargetActs } from './use-target-acts.tsx'

/** Robots of group chats, each with how it fared last. */
export function RobotTab() {
  const t = useWords(targetText)
  const w = useWords(taskText)
  const filters = [{ kind: 'text', name: 'keyword', label: t.keyword, maxLength: 60 }] as const
  const { form, table } = useList(targetApi.robots, TargetSearch, 'message.robot', filters)
  const [editing, setEditing] = useKept<{ of: RobotRow | null } | null>('robot sheet', null)
  const { mutateAsync: test } = useSend(targetApi.testRobot)
  const { mutateAsync: remove } = useSend(targetApi.removeRobot, { quiet: true })
  const [rowActions, confirmation] = useTargetActs<RobotRow>({
    onEdit: (of) => setEditing({ of }),
    test: (id) => test({ id }),
    remove: (id) => remove({ id }),
  })
  const columns = useColumns()
  const add = (
    <Button look="primary" icon="plus" onClick={() => setEditing({ of: null })}>
      {t.addRobot}
    </Button>
  )
  return (
    <WithListSheet>
      <Row gap="8" padding="12 gutter 0" className={css.bar}>
        {add}
      </Row>
      <SearchForm {...form} />
      <DataTable
        {...table}
        label={w.robots}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={rowActions}
        empty={{ title: t.emptyRobots, hint: t.emptyHint, action: add }}
      />
      <RobotSheet editing={editing} onClose={() => setEditing(null)} />
      {confirmation}
    </WithListSheet>
  )
}

function useColumns(): readonly Column<RobotRow>[] {
  const m = useWords(messageText)
  const t = useWords(targetText)
  const s = useWords(serverText)
  return useMemo(
    () => [
      { key: 'name', title: t.name, width: 180, identifies: true, cell: (row) => row.name },
      { key: 'maker', title: t.maker, width: 96, cell: (row) => t[row.maker] },
      ...targetColumns<RobotRow>({ m, t, s }),
      { key: 'address', title: t.address, width: 220, dim: true, isExtra: true, cell: (row) => row.address },
    ],
    [m, t, s],
  )
}

type SheetProps = { editing: { of: RobotRow | null } | null; onClose: () => void }

function RobotSheet({ editing, onClose }: SheetProps) {
  const t = useWords(targetText)
  const last = useLast(editing)
  const of = last?.of ?? null
  return (
    <FormSheet title={of === null ? t.addRobot : t.editRobot} isOpen={editing !== null} onClose={onClose} width={520}>
      {last === null ? null : <RobotForm key={of?.id ?? ''} of={of} />}
    </FormSheet>
  )
}

const phonesOf = (text: string): string[] => text.split(/[\s,，]+/).filter((phone) => phone !== '')

function RobotForm({ of }: { of: RobotRow | null }) {
  const sheet = useSheet()
  const t = useWords(targetText)
  const save = useSend(targetApi.saveRobot, { quiet: true })
  const [phones, setPhones] = useKept('robot phones', of?.phones.join(', ') ?? '')
  const form = useContractForm({
    name: 'robot',
    schema: RobotDraft,
    initial: {
      maker: of?.maker ?? robotMakers[0],
      name: of?.name ?? '',
      addressSecret: '',
      secret: '',
      locale: of?.locale ?? 'zh',
      types: of?.types ?? [],
      phones: of?.phones ?? [],
      enabled: of?.enabled ?? true,
      ...(of === null ? {} : { id: of.id, organisationId: of.organisation.id, updatedAt: of.updatedAt }),
    },
    words: serverText,
    async send(draft) {
      await save.mutateAsync(draft)
      toastDone(t.saved)
      sheet.done()
    },
  })
  useDirty(form.isDirty)
  const { values, put, text, errorOf } = form
  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={t.save}>
      <RefusedNote message={form.refused} />
      <TextField label={t.name} required maxLength={targetLimits.name} autoComplete="off" {...text('name')} />
      <SelectField
        label={t.maker}
        required
        value={values.maker}
        options={robotMakers.map((maker) => ({ value: maker, label: t[maker] }))}
        onChange={(value) => put({ maker: robotMakers.find((maker) => maker === value) ?? values.maker })}
      />
      <PasswordField
        label={t.address}
        required={of === null}
        hint={of === null ? t.addressHint : t.addressKept}
        autoComplete="off"
        {...text('addressSecret')}
      />
      <PasswordField
        label={t.secret}
        hint={of?.hasSecret === true ? t.addressKept : t.secretHint}
        autoComplete="off"
        {...text('secret')}
      />
      <SelectField
        label={t.language}
        required
        value={values.locale}
        options={locales.map((locale) => ({ value: locale, label: languageNames[locale] }))}
        onChange={(value) => put({ locale: locales.find((locale) => locale === value) ?? values.locale })}
      />
      <TextField
        label={t.phones}
        hint={t.phonesHint}
        value={phones}
        error={errorOf('phones')}
        autoComplete="off"
        onChange={(event) => {
          setPhones(event.currentTarget.value)
          put({ phones: phonesOf(event.currentTarget.value) })
        }}
      />
      <TypeBoxes value={values.types} onChange={(types) => put({ types })} />
      <Checkbox checked={values.enabled} onChange={(enabled) => put({ enabled })}>
        {t.enabled}
      </Checkbox>
    </SheetForm>
  )
}
