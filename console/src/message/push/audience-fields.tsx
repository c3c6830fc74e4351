import { appTypeWords } from '@brigade/contract/app-user/app-type.text.ts'
import { appTypes, appUserLimits } from '@brigade/contract/app-user/app-user.model.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { locales } from '@brigade/contract/locale.ts'
import type { AudienceCount } from '@brigade/contract/message/task.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { languageNames, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useProductSource } from '../../product/product-select.tsx'
import { useAreaSource } from '../../system/area-select.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { Box, Grid, Row } from '../../ui/layout/layout.tsx'
import css from '../message.module.css'
import { taskFormText } from '../message.text.ts'
import { ListDialog } from './list-dialog.tsx'
import { namesOf } from './task-typed.ts'
import type { TaskForm } from './use-task-form.ts'

type Props = {
  form: TaskForm
  taskId: string | undefined
  count: AudienceCount | undefined
  countError: string | undefined
}

/** The number of recipients is counted while the person chooses the audience. */
export function AudienceFields({ form, taskId, count, countError }: Props) {
  const w = useWords(taskFormText)
  const { typed, put, errorOf } = form
  const isApp = typed.to === 'app-user'
  const products = useProductSource()
  const areas = useAreaSource()
  return (
    <Box.fieldset margin="0 0 12" padding="0" border="none" shrink className={css.fieldset}>
      <legend>{w.audience}</legend>
      <Segments
        label={w.to}
        value={typed.to}
        onChange={(value) => put({ to: value === 'app-user' ? 'app-user' : 'staff', names: '' })}
        options={[
          { value: 'staff', label: w.toStaff },
          { value: 'app-user', label: w.toAppUsers },
        ]}
      />
      <p className={css.hint}>{isApp ? w.appAudienceHint : w.audienceHint}</p>
      <Grid gap="0 16" columns="2" className={css.pair}>
        <OrganisationField form={form} />
        <SelectField
          label={w.language}
          value={typed.locale}
          placeholder={w.anyLanguage}
          clearable
          options={locales.map((locale) => ({ value: locale, label: languageNames[locale] }))}
          onChange={(value) => put({ locale: locales.find((locale) => locale === value) ?? null })}
        />
        <CascadeField
          label={w.product}
          source={products}
          value={typed.product}
          placeholder={w.anyProduct}
          error={errorOf('audience.seriesId') ?? errorOf('audience.productId')}
          onChange={(product) => put({ product: product.slice(0, 2) })}
        />
        <CascadeField
          label={w.place}
          source={areas}
          value={typed.place}
          placeholder={w.anyPlace}
          onChange={(place) => put({ place: place.slice(0, 2) })}
        />
        {isApp ? <AppFields form={form} /> : null}
      </Grid>
      <TextArea
        label={isApp ? w.addresses : w.names}
        rows={2}
        hint={isApp ? w.addressesHint : w.namesHint}
        value={typed.names}
        error={errorOf('audience.names')}
        onChange={(event) => put({ names: event.currentTarget.value })}
      />
      <FromFile form={form} taskId={taskId} />
      <Counted count={count} error={countError} />
      <Channels form={form} count={count} />
    </Box.fieldset>
  )
}

function AppFields({ form: { typed, put, errorOf } }: { form: TaskForm }) {
  const types = useWords(appTypeWords)
  const w = useWords(taskFormText)
  return (
    <>
      <SelectField
        label={w.app}
        value={typed.appType}
        placeholder={w.anyApp}
        clearable
        options={appTypes.map((type) => ({ value: type, label: types[type] }))}
        onChange={(value) => put({ appType: appTypes.find((type) => type === value) ?? null })}
      />
      <TextField
        label={w.appVersion}
        value={typed.appVersion}
        placeholder={w.anyVersion}
        maxLength={appUserLimits.version}
        autoComplete="off"
        error={errorOf('audience.appVersion')}
        onChange={(event) => put({ appVersion: event.currentTarget.value })}
      />
    </>
  )
}

/** Chooses an organisation by name; without one, everything that the person sees. */
function OrganisationField({ form: { typed, put, errorOf } }: { form: TaskForm }) {
  const w = useWords(taskFormText)
  const [search, setSearch] = useState('')
  const chosen = typed.organisation
  const keyword = search === '' || search === chosen?.name ? {} : { keyword: search }
  const { data = [] } = useQuery(askPage(customerApi.organisations, keyword, { quiet: true }))
  const options = data.map(({ id, name }) => ({ value: id, label: name }))
  const isMissing = chosen !== null && !data.some(({ id }) => id === chosen.id)
  return (
    <SelectField
      label={w.organisation}
      placeholder={w.everywhere}
      clearable
      value={chosen?.id ?? null}
      options={isMissing ? [{ value: chosen.id, label: chosen.name }, ...options] : options}
      error={errorOf('audience.organisationId')}
      onSearch={setSearch}
      onChange={(id) => {
        const one = data.find((each) => each.id === id)
        put({ organisation: one === undefined ? null : { id: one.id, name: one.name } })
      }}
    />
  )
}

/** Names from a file are appended to the typed ones. */
function FromFile({ form: { typed, put }, taskId }: Pick<Props, 'form' | 'taskId'>) {
  const w = useWords(taskFormText)
  const [isOpen, setOpen] = useState(false)
  return (
    <Box margin="4 0 16">
      <Button size="small" icon="upload" onClick={() => setOpen(true)}>
        {w.fromFile}
      </Button>
      <ListDialog
        taskId={taskId}
        to={typed.to}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onTake={(names) => put({ names: [...new Set([...namesOf(typed.names), ...names])].join('\n') })}
      />
    </Box>
  )
}

function Counted({ count, error }: { count: AudienceCount | undefined; error: string | undefined }) {
  const w = useWords(taskFormText)
  if (error !== undefined) return <p className={`${css.figure} ${css.bad}`}>{error}</p>
  if (count === undefined) return <p className={css.figure}>{w.counting}</p>
  const { receivers, unknownNames } = count
  return (
    <div role="status">
      <p className={receivers === 0 ? `${css.figure} ${css.bad}` : css.figure}>
        {receivers === 0 ? w.nobody : receivers === 1 ? w.countedOne : w.counted({ n: formatNumber(receivers) })}
      </p>
      {unknownNames.length === 0 ? null : (
        <p className={`${css.hint} ${css.bad}`}>{w.unknownNames({ names: unknownNames.join(', ') })}</p>
      )}
    </div>
  )
}

function Channels({ form: { typed, put }, count }: { form: TaskForm; count: AudienceCount | undefined }) {
  const w = useWords(taskFormText)
  const figures = { email: count?.email ?? 0, robot: count?.robots ?? 0, webhook: count?.webhooks ?? 0 }
  return (
    <Box.fieldset margin="0 0 12" padding="0" border="none" shrink className={css.fieldset}>
      <legend>{w.channels}</legend>
      <Row wrap className={css.boxes}>
        {(['email', 'robot', 'webhook'] as const).map((channel) => (
          <Checkbox
            key={channel}
            checked={typed.channels.includes(channel)}
            disabled={figures[channel] === 0 && !typed.channels.includes(channel)}
            onChange={(checked) =>
              put({
                channels: checked ? [...typed.channels, channel] : typed.channels.filter((each) => each !== channel),
              })
            }
          >
            {w[channel]({ n: formatNumber(figures[channel]) })}
          </Checkbox>
        ))}
      </Row>
    </Box.fieldset>
  )
}
