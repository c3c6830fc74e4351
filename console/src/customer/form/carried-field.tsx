import { containsTyped } from '@brigade/contract/letters/folded.ts'
import { carriedCalls } from '@brigade/contract/customer/carried.endpoints.ts'
import type { CarriedModels } from '@brigade/contract/customer/carried.model.ts'
import type { SellerKind } from '@brigade/contract/customer/organisation.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { Segments } from '../../ui/button/segments.tsx'
import { CalendarDayField } from '../../ui/field/calendar-day-field.tsx'
import { RowCheck } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { carriedText } from '../carried.text.ts'
import css from './customer-form.module.css'
import { withdrawnBy } from './customer-typed.ts'

type Props = {
  kind: SellerKind
  /** The organisation belongs, or will belong, to this parent. */
  parentId: string | undefined
  /** The organisation carries these models so far; a new one has null. */
  before: CarriedModels | null
  productIds: readonly string[] | null
  sellOffDate: string | null
  onChoose: (productIds: string[] | null) => void
  onDay: (day: string | null) => void
  onDayLeft: () => void
  error: string | undefined
  dayError: string | undefined
}

/** A distributor or agent sells either all models of its parent or a subset. A model that is withdrawn gets a sell-off date. */
export function CarriedField(props: Props) {
  const w = useWords(carriedText)
  const { kind, parentId, before, productIds, sellOffDate, onChoose, onDay, onDayLeft, error, dayError } = props
  const offered = useQuery(ask(carriedCalls[kind].offered, { parentId }, { quiet: true }))
  const options = useOptions(offered.data ?? [], before)
  const withdrawn = withdrawnBy(productIds, before, offered.data?.map(({ product }) => product.id) ?? [])
  if (offered.data === undefined && offered.error !== null)
    return <ErrorPanel message={offered.error.message} onRetry={() => void offered.refetch()} />
  return (
    <Stack.fieldset gap="8" margin="0 0 8" padding="0" border="none" shrink aria-busy={offered.data === undefined}>
      <Text.legend padding="0 0 6" size="s" weight="500">
        {w.scope}
      </Text.legend>
      <Segments
        label={w.scope}
        value={productIds === null ? 'all' : 'list'}
        onChange={(scope) => onChoose(scope === 'all' ? null : options.filter(({ isOn }) => isOn).map(({ id }) => id))}
        options={[
          { value: 'all', label: w.scopeAll },
          { value: 'list', label: w.scopeList },
        ]}
      />
      {productIds === null ? null : <Models options={options} chosen={productIds} onChoose={onChoose} />}
      {error === undefined ? null : (
        <Text.p size="s" className={css.wrong} role="alert">
          {error}
        </Text.p>
      )}
      {withdrawn.length === 0 ? null : (
        <>
          <Text.p tone="ink-3" size="s">
            {w.sellOffHint({ count: withdrawn.length })}
          </Text.p>
          <CalendarDayField
            label={w.sellOff}
            required
            value={sellOffDate}
            onChange={onDay}
            onBlur={onDayLeft}
            error={dayError}
          />
        </>
      )}
    </Stack.fieldset>
  )
}

type Option = { id: string; name: string; productKey: string; note: string; isOn: boolean }

/** The options are the models of the parent plus the models that the own list already contains. */
function useOptions(
  offered: readonly { product: CarriedModels['list'][number]['product']; sellOffDate: string | null }[],
  before: CarriedModels | null,
): Option[] {
  const w = useWords(carriedText)
  const locale = useLocale()
  const own = before?.productIds ?? null
  const isOffered = new Set(offered.map(({ product }) => product.id))
  const kept = (before?.list ?? []).filter(({ product }) => own?.includes(product.id) && !isOffered.has(product.id))
  return [
    ...offered.map(({ product, sellOffDate }) => ({
      id: product.id,
      name: product.name[locale],
      productKey: product.productKey,
      note: sellOffDate === null ? '' : w.aboveUntil({ day: sellOffDate }),
      isOn: own === null || own.includes(product.id),
    })),
    ...kept.map(({ product }) => ({
      id: product.id,
      name: product.name[locale],
      productKey: product.productKey,
      note: w.notOffered,
      isOn: true,
    })),
  ]
}

type ModelsProps = { options: readonly Option[]; chosen: readonly string[]; onChoose: (ids: string[]) => void }

function Models({ options, chosen, onChoose }: ModelsProps) {
  const w = useWords(carriedText)
  const [sought, setSought] = useState('')
  const found = options.filter(({ name, productKey }) => containsTyped([`${name} ${productKey}`], sought))
  const toggle = (id: string, isOn: boolean): void =>
    onChoose(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <>
      <TextField
        label={w.find}
        bare
        icon="search"
        autoComplete="off"
        aside={w.chosen({ count: chosen.length, of: options.length })}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      {/* oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard */}
      <Box.ul border="line" radius="m" className={css.models} tabIndex={0} aria-label={w.models}>
        {found.map(({ id, name, productKey, note }) => (
          <li key={id}>
            <Row.label gap="8" padding="0 12" align="center" minHeight="32" pointer>
              <RowCheck checked={chosen.includes(id)} label={name} onChange={(isOn) => toggle(id, isOn)} />
              <Text cut grow data-cut="">
                {name}
              </Text>
              <Text.small tone="ink-3">{note === '' ? productKey : note}</Text.small>
            </Row.label>
          </li>
        ))}
      </Box.ul>
    </>
  )
}
