import { codesChanges, sendsNow } from '@brigade/contract/message/codes-elsewhere.rules.ts'
import { messageText as serverText } from '@brigade/contract/message/message.text.ts'
import { targetApi } from '@brigade/contract/message/target.endpoints.ts'
import { TargetSearch, WebhookDraft, targetLimits, type WebhookRow } from '@brigade/contract/message/target.model.ts'
import { useMemo, useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { SheetForm, useDirty } from '../../shell/sheet-form.tsx'
import { useSheet } from '../../shell/sheet.ts'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { OwnPasswordField, TextField } from '../../ui/field/text-field.tsx'
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

/** Webhooks of organisations. A secret is shown once, when it is made. */
export function WebhookTab() {
  const t = useWords(targetText)
  const w = useWords(taskText)
  const filters = [{ kind: 'text', name: 'keyword', label: t.keyword, maxLength: 60 }] as const
  const { form, table } = useList(targetApi.webhooks, TargetSearch, 'message.webhook', filters)
  const [editing, setEditing] = useKept<{ of: WebhookRow | null } | null>('webhook sheet', null)
  const [secret, setSecret] = useState<string | null>(null)
  const { mutateAsync: test } = useSend(targetApi.testWebhook)
  const { mutateAsync: remove } = useSend(targetApi.removeWebhook, { quiet: true })
  const [rowActions, confirmation] = useTargetActs<WebhookRow>({
    onEdit: (of) => setEditing({ of }),
    test: (id) => test({ id }),
    remove: (id, password) => remove({ id, ...(password === undefined ? {} : { password }) }),
    removeCodes: { asksFor: sendsNow, body: t.removeCodes },
  })
  const columns = useColumns()
  const add = (
    <Button look="primary" icon="plus" onClick={() => setEditing({ of: null })}>
      {t.addWebhook}
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
        label={w.webhooks}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={rowActions}
        empty={{ title: t.emptyWebhooks, hint: t.emptyHint, action: add }}
      />
      <WebhookSheet editing={editing} onClose={() => setEditing(null)} onSecret={setSecret} />
      <Dialog title={t.secretTitle} isOpen={secret !== null} onClose={() => setSecret(null)} width={560}>
        <p>{t.secretBody}</p>
        <Row.p gap="8" align="center" anywhere>
          <code>{secret}</code>
          <CopyButton text={secret ?? ''} label={t.copySecret} />
        </Row.p>
        <DialogFoot>
          <Button look="primary" onClick={() => setSecret(null)}>
            {t.close}
          </Button>
        </DialogFoot>
      </Dialog>
      {confirmation}
    </WithListSheet>
  )
}

function useColumns(): readonly Column<WebhookRow>[] {
  const m = useWords(messageText)
  const t = useWords(targetText)
  const s = useWords(serverText)
  return useMemo(
    () => [
      { key: 'name', title: t.name, width: 180, identifies: true, cell: (row) => row.name },
      { key: 'address', title: t.address, width: 236, dim: true, cell: (row) => row.address },
      ...targetColumns<WebhookRow>({ m, t, s }),
    ],
    [m, t, s],
  )
}

type SheetProps = {
  editing: { of: WebhookRow | null } | null
  onClose: () => void
  onSecret: (secret: string | null) => void
}

function WebhookSheet({ editing, onClose, onSecret }: SheetProps) {
  const t = useWords(targetText)
  const last = useLast(editing)
  const of = last?.of ?? null
  return (
    <FormSheet
      title={of === null ? t.addWebhook : t.editWebhook}
      isOpen={editing !== null}
      onClose={onClose}
      width={520}
    >
      {last === null ? null : <WebhookForm key={of?.id ?? ''} of={of} onSecret={onSecret} />}
    </FormSheet>
  )
}

function WebhookForm({ of, onSecret }: { of: WebhookRow | null; onSecret: (secret: string | null) => void }) {
  const sheet = useSheet()
  const t = useWords(targetText)
  const save = useSend(targetApi.saveWebhook, { quiet: true })
  const form = useContractForm({
    name: 'webhook',
    schema: WebhookDraft,
    initial: {
      name: of?.name ?? '',
      address: of?.address ?? '',
      types: of?.types ?? [],
      enabled: of?.enabled ?? true,
      renewSecret: false,
      sendsCodes: of?.sendsCodes ?? false,
      password: '',
      ...(of === null ? {} : { id: of.id, organisationId: of.organisation.id, updatedAt: of.updatedAt }),
    },
    words: serverText,
    async send({ password = '', ...draft }) {
      const { secret } = await save.mutateAsync({ ...draft, ...(password === '' ? {} : { password }) })
      toastDone(t.saved)
      sheet.done()
      onSecret(secret)
    },
  })
  useDirty(form.isDirty)
  const { values, put, text } = form
  const leadsElsewhere = codesChanges(of ?? undefined, values).length > 0
  const mayLead = useCan()('message:sign-in-codes')
  return (
    <SheetForm onSubmit={form.submit} isBusy={form.isBusy} verb={t.save}>
      <RefusedNote message={form.refused ?? (leadsElsewhere && !mayLead ? t.mayNotLead : null)} />
      <TextField label={t.name} required maxLength={targetLimits.name} autoComplete="off" {...text('name')} />
      <TextField
        label={t.address}
        required
        hint={t.addressHint}
        maxLength={targetLimits.address}
        autoComplete="off"
        {...text('address')}
      />
      <TypeBoxes value={values.types} onChange={(types) => put({ types })} />
      <Checkbox checked={values.enabled} onChange={(enabled) => put({ enabled })}>
        {t.enabled}
      </Checkbox>
      <Checkbox checked={values.sendsCodes} onChange={(sendsCodes) => put({ sendsCodes })}>
        {t.sendsCodes}
      </Checkbox>
      <RefusedNote message={form.errorOf('sendsCodes') ?? null} />
      {of === null ? null : (
        <Checkbox checked={values.renewSecret} onChange={(renewSecret) => put({ renewSecret })}>
          {t.renew}
        </Checkbox>
      )}
      {leadsElsewhere && mayLead ? (
        <OwnPasswordField label={t.password} hint={t.passwordHint} {...text('password')} />
      ) : null}
    </SheetForm>
  )
}
