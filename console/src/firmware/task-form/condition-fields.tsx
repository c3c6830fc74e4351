import { conditionKinds, conditionOps, taskLimits } from '@brigade/contract/firmware/reach.model.ts'
import { conditionWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { useChannelSource } from '../../customer/channel-select.tsx'
import { organisationSource } from '../../customer/organisation-filter-select.tsx'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ProductsSelect } from '../../product/products-select.tsx'
import { useAreaSource } from '../../system/area-select.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Box, Grid, Stack, Text } from '../../ui/layout/layout.tsx'
import css from './task-form.module.css'
import { taskFormText } from './task-form.text.ts'
import { newCondition, type TypedCondition } from './task-typed.ts'
import type { TaskForm } from './use-task-form.ts'

const maxProducts = 50

/** The conditions that a device must fulfil; an incomplete one is refused at its field. */
export function ConditionFields({ form }: { form: TaskForm }) {
  const w = useWords(taskFormText)
  const { conditions } = form.typed
  const change = (key: number, patch: Partial<TypedCondition>): void =>
    form.put({ conditions: conditions.map((one) => (one.key === key ? { ...one, ...patch } : one)) })
  const nextKey = Math.max(-1, ...conditions.map(({ key }) => key)) + 1
  return (
    <Box.fieldset margin="0 0 20" padding="0" border="none" shrink className={css.block}>
      <Text.legend margin="0" padding="0 0 8" weight="600">
        {w.conditions}
      </Text.legend>
      <Text.p marginTop="4" size="xs" line="16" tone="ink-3">
        {conditions.length === 0 ? w.noConditions : w.conditionsHint}
      </Text.p>
      <Stack.ol gap="8" marginBottom="8">
        {conditions.map((condition, at) => (
          <ConditionRow
            key={condition.key}
            condition={condition}
            at={at}
            form={form}
            onChange={(patch) => change(condition.key, patch)}
            onRemove={() => form.put({ conditions: conditions.filter(({ key }) => key !== condition.key) })}
          />
        ))}
      </Stack.ol>
      <Button
        size="small"
        icon="plus"
        disabledReason={conditions.length >= taskLimits.conditions ? w.full : undefined}
        onClick={() => form.put({ conditions: [...conditions, newCondition(nextKey)] })}
      >
        {w.addCondition}
      </Button>
    </Box.fieldset>
  )
}

type RowProps = {
  condition: TypedCondition
  at: number
  form: TaskForm
  onChange: (patch: Partial<TypedCondition>) => void
  onRemove: () => void
}

function ConditionRow({ condition, at, form, onChange, onRemove }: RowProps) {
  const w = useWords(taskFormText)
  const locale = useLocale()
  const n = String(at + 1)
  return (
    <Grid.li
      gap="0 12"
      padding="12 12 0"
      align="start"
      border="line"
      radius="s"
      className={css.condition}
      aria-label={w.condition({ n })}
    >
      <Text.b line="32" marginTop="20" tone="ink-3" weight="500" aria-hidden="true">
        {n}
      </Text.b>
      <SelectField
        label={w.kind}
        value={condition.kind}
        options={conditionKinds.map((kind) => ({ value: kind, label: conditionWords[kind][locale] }))}
        onChange={(value) => onChange({ kind: conditionKinds.find((kind) => kind === value) ?? 'product' })}
      />
      <Box shrink className={css.whole}>
        <Parts condition={condition} at={at} form={form} onChange={onChange} />
      </Box>
      <IconButton icon="x" label={w.removeCondition({ n })} onClick={onRemove} />
    </Grid.li>
  )
}

type PartsProps = Omit<RowProps, 'onRemove'>

function Parts(props: PartsProps) {
  const { condition, at, form, onChange } = props
  const w = useWords(taskFormText)
  const areas = useAreaSource()
  const channels = useChannelSource()
  const error = (name: string): string | undefined => form.errorOf(`conditions.${at}.${name}`)
  switch (condition.kind) {
    case 'product':
      return (
        <ProductsSelect
          label={w.products}
          most={maxProducts}
          productIds={condition.productIds}
          error={error('productIds')}
          onChange={(productIds) => onChange({ productIds })}
        />
      )
    case 'organisation':
      return (
        <CascadeField
          label={w.organisation}
          required
          source={organisationSource}
          value={condition.organisationId === '' ? [] : [condition.organisationId]}
          error={error('organisationId')}
          onChange={([organisationId = '']) => onChange({ organisationId })}
        />
      )
    case 'place':
      return (
        <CascadeField
          label={w.place}
          required
          source={areas}
          value={condition.place}
          error={error('province') ?? error('city')}
          onChange={(place) => onChange({ place: place.slice(0, 2) })}
        />
      )
    case 'channel':
      return (
        <CascadeField
          label={w.channel}
          required
          source={channels}
          value={condition.channel}
          error={error('channelType') ?? error('channelId')}
          onChange={(channel) => onChange({ channel })}
        />
      )
    case 'tag':
    case 'property':
      return <Comparison {...props} />
  }
}

/** A tag or a property beside a value. */
function Comparison({ condition, at, form, onChange }: PartsProps) {
  const w = useWords(taskFormText)
  const error = (name: string): string | undefined => form.errorOf(`conditions.${at}.${name}`)
  const isTag = condition.kind === 'tag'
  const ops = isTag ? (['=', '≠'] as const) : conditionOps
  return (
    <Grid gap="0 12" className={css.parts}>
      <TextField
        label={isTag ? w.tagKey : w.identifier}
        required
        autoComplete="off"
        maxLength={isTag ? taskLimits.tagKey : 101}
        placeholder={isTag ? undefined : w.identifierHint}
        value={isTag ? condition.tagKey : condition.identifier}
        error={error(isTag ? 'key' : 'identifier')}
        onChange={({ currentTarget: { value } }) => onChange(isTag ? { tagKey: value } : { identifier: value })}
      />
      <SelectField
        label={w.operator}
        value={isTag ? condition.tagOp : condition.op}
        options={ops.map((op) => ({ value: op, label: op }))}
        onChange={(value) => onChange(isTag ? { tagOp: value === '≠' ? '≠' : '=' } : { op: value ?? condition.op })}
      />
      <TextField
        label={w.value}
        required
        autoComplete="off"
        maxLength={isTag ? taskLimits.tagValue : 64}
        value={condition.value}
        error={error('value')}
        onChange={({ currentTarget: { value } }) => onChange({ value })}
      />
    </Grid>
  )
}
