import { locales } from '@brigade/contract/locale.ts'
import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { messageText as serverText } from '@brigade/contract/message/message.text.ts'
import { NotifyChange, type NotifyDetail } from '@brigade/contract/message/notify.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { languageNames, useWords } from '../../platform/locale.ts'
import { ask, useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { TimeZoneSelect } from '../../system/time-zone-select.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { DialogFoot, SideSheet } from '../../ui/dialog/dialog.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { MomentField } from '../../ui/field/moment-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Grid, Row } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import css from '../message.module.css'
import { notifyText } from '../message.text.ts'
import { ReachNotice } from '../reach-notice.tsx'
import { NotificationList } from './notification-list.tsx'

/** The person's notification settings, and the list of notifications. */
export function NotifySheet({ onClose }: { onClose: () => void }) {
  const w = useWords(notifyText)
  const [tab, setTab] = useState<'settings' | 'own'>('settings')
  return (
    <SideSheet title={w.title} isOpen onClose={onClose} width={tab === 'own' ? 900 : 520}>
      <Row gap="8" align="center" marginBottom="8" wrap>
        <Segments
          label={w.tabs}
          value={tab}
          onChange={setTab}
          options={[
            { value: 'settings', label: w.settings },
            { value: 'own', label: w.own },
          ]}
        />
      </Row>
      {tab === 'own' ? <NotificationList /> : <Settings onClose={onClose} />}
    </SideSheet>
  )
}

function Settings({ onClose }: { onClose: () => void }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(messageApi.notifyDetail, {}, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return <div aria-busy="true" />
  return <NotifyForm detail={data} onClose={onClose} />
}

function NotifyForm({ detail, onClose }: { detail: NotifyDetail; onClose: () => void }) {
  const w = useWords(notifyText)
  const save = useSend(messageApi.notifyUpdate, { quiet: true })
  // The form keeps the state that it was opened with, so a later answer shows a change by somebody else.
  const [base] = useState(detail)
  const form = useContractForm({
    name: 'notify',
    schema: NotifyChange,
    initial: {
      locale: base.locale,
      timeZone: base.timeZone,
      units: base.units,
      email: base.email,
      quietFrom: base.quietFrom,
      quietTo: base.quietTo,
      weeklyReport: base.weeklyReport,
      updatedAt: base.updatedAt,
    },
    words: serverText,
    async send(change) {
      await save.mutateAsync(change)
      toastDone(w.saved)
      onClose()
    },
  })
  const { values, put, errorOf, leave } = form
  const { usual, reach } = base
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <RefusedNote message={form.refused} />
      <ReachNotice reach={reach} />
      <p className={css.hint}>{w.inboxAlways}</p>
      <SelectField
        label={w.language}
        value={values.locale}
        placeholder={w.usual({ value: languageNames[usual.locale] })}
        clearable
        options={locales.map((locale) => ({ value: locale, label: languageNames[locale] }))}
        onChange={(value) => put({ locale: locales.find((locale) => locale === value) ?? null })}
      />
      <TimeZoneSelect
        label={w.timeZone}
        placeholder={w.usual({ value: usual.timeZone })}
        value={values.timeZone}
        error={errorOf('timeZone')}
        onChange={(timeZone) => put({ timeZone })}
        onBlur={() => leave('timeZone')}
      />
      <Row gap="12" margin="12 0" align="center">
        {w.units}
        <Segments
          label={w.units}
          value={values.units}
          onChange={(units) => put({ units })}
          options={[
            { value: 'metric', label: '°C' },
            { value: 'british', label: '°F' },
          ]}
        />
      </Row>
      <Checkbox checked={values.email} onChange={(email) => put({ email })}>
        {w.email}
      </Checkbox>
      <EmailState detail={base} />
      <QuietFields from={values.quietFrom} to={values.quietTo} put={put} errorOf={errorOf} leave={leave} />
      <DialogFoot>
        <Button onClick={onClose}>{w.cancel}</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          {w.save}
        </Button>
      </DialogFoot>
    </form>
  )
}

/** The line shows the e-mail address that receives notifications, or the reason that none does. */
function EmailState({ detail: { address, addressFault, reach } }: { detail: NotifyDetail }) {
  const w = useWords(notifyText)
  if (!reach.hasMailServer) return <p className={css.hint}>{w.noServer}</p>
  if (address === '') return <p className={css.hint}>{w.noAddress}</p>
  if (addressFault !== null) return <p className={`${css.hint} ${css.bad}`}>{w.badAddress({ reply: addressFault })}</p>
  return <p className={css.hint}>{w.emailTo({ address })}</p>
}

type QuietProps = {
  from: string | null
  to: string | null
  put: (patch: { quietFrom?: string | null; quietTo?: string | null }) => void
  errorOf: (name: 'quietFrom' | 'quietTo') => string | undefined
  leave: (name: 'quietFrom' | 'quietTo') => void
}

/** None, or from when to when. */
function QuietFields({ from, to, put, errorOf, leave }: QuietProps) {
  const w = useWords(notifyText)
  const fields = [
    { name: 'quietFrom', value: from, change: (value: string) => put({ quietFrom: value }) },
    { name: 'quietTo', value: to, change: (value: string) => put({ quietTo: value }) },
  ] as const
  return (
    <>
      <Checkbox
        checked={from !== null}
        onChange={(isOn) => put(isOn ? { quietFrom: '22:00', quietTo: '07:00' } : { quietFrom: null, quietTo: null })}
      >
        {w.quiet}
      </Checkbox>
      {from === null && to === null ? null : (
        <Grid gap="0 16" columns="2" className={css.pair}>
          {fields.map(({ name, value, change }) => (
            <MomentField
              key={name}
              label={w[name]}
              required
              isTimeOfDay
              value={value ?? ''}
              error={errorOf(name)}
              onChange={change}
              onBlur={() => leave(name)}
            />
          ))}
        </Grid>
      )}
    </>
  )
}
